"""NumPy's sort of a raw file of int32 keys: reads it, sorts it, and writes another file.

    python3 numpy_sort.py INPUT OUTPUT [--without-avx512]

NumPy 2.4 has an AVX-512 sort that is several times slower than its AVX2 sort on AMD processors.
"""

import os
import sys

if "--without-avx512" in sys.argv:
    # The name of the group of features since NumPy 2.4.
    os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V4"

import numpy  # noqa: E402

keys = numpy.fromfile(sys.argv[1], dtype="<i4")
keys.sort()
keys.tofile(sys.argv[2])
