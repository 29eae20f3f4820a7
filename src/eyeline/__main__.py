"""``python -m eyeline`` is the command line."""

from eyeline.cli import main

if __name__ == "__main__":
    main()
