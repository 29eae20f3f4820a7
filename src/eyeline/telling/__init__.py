"""Every sentence shown to people, a module for what it is about; nothing else in the package puts words together.

Values come in as data and go out as text, in the language that is spoken (:mod:`eyeline.catalogue`); nothing here
decides anything. ``docs/design.md`` says which module may use which.
"""
