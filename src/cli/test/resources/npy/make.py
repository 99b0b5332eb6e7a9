# Makes the files in this folder with NumPy: python make.py FOLDER
# Each array is stored as it is, and as sorted-NAME.npy in the order of numpy.sort, little-endian.
import numpy as np, sys
out = sys.argv[1]
random = np.random.default_rng(1)
arrays = {
    'big-double': random.normal(size=50).astype('>f8'),
    'bytes': random.integers(0, 256, size=30).astype('|u1'),
}
for name, array in arrays.items():
    np.save(f'{out}/{name}.npy', array)
    np.save(f'{out}/sorted-{name}.npy', np.sort(array).astype(array.dtype.newbyteorder('<')))
