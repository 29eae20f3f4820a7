"""Special-purpose solvers on plain arrays: compiled by numba where it is installed, else run as they stand.

A kernel keeps all that it knows in arrays, so that a call which ran out of its budget is simply called again.
Everything a kernel calls lies in its own file: numba's cache looks at the date of one file alone.
"""
