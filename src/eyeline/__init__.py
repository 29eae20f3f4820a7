"""Line-of-sight grid puzzles."""

__version__ = "0.1.0"
