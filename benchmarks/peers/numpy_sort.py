"""NumPy's sort of a raw file of int32 keys: reads it, sorts it, and writes another file.

    python3 numpy_sort.py INPUT OUTPUT
"""

import sys

import numpy

keys = numpy.fromfile(sys.argv[1], dtype="<i4")
keys.sort()
keys.tofile(sys.argv[2])
