"""The command ``eyeline``: what it begins with, before anything of the package is loaded.

Loading takes a tenth of a second, and a Ctrl-C in it would end in a traceback. This stands beside the package, since to
load anything inside is to load the package first.
"""


def unheard() -> None:
    """Let a Ctrl-C end the process without a word until a verb runs; there is nothing yet that it could spoil.

    One that is ignored, as behind ``nohup``, stays so.
    """
    # What ``signal`` is made of is there from the start, while ``signal`` itself takes milliseconds to load.
    import _signal

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def main() -> None:
    """Run the command line."""
    unheard()
    from eyeline.cli import main

    main()
