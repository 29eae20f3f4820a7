"""``python -m eyeline`` is the command line."""

from __future__ import annotations


def main() -> None:
    """Load and run the command line; a Ctrl-C while it is being loaded ends it as one later does."""
    try:
        from eyeline.cli import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
