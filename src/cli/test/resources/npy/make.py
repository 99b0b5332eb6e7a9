# Makes the files in this folder with NumPy: python make.py FOLDER
# Each array is stored as it is, and as sorted-NAME.npy in the order of numpy.sort, little-endian.
import numpy as np, sys
out = sys.argv[1]
random = np.random.default_rng(1)
half = random.normal(size=100).astype('<f2')
half[:6] = [np.inf, -np.inf, np.nan, 6e-8, -6e-8, 65504]
arrays = {
    'half': half,
    'big-half': np.flip(half).astype('>f2'),
    'half-rows': random.normal(size=(7, 5)).astype('<f2'),
    'big-double': random.normal(size=50).astype('>f8'),
    'big-rows': random.integers(-2**60, 2**60, size=(3, 2, 4)).astype('>i8'),
    'rows': random.integers(-100, 100, size=(6, 4)).astype('<i4'),
    'bytes': random.integers(0, 256, size=30).astype('|u1'),
}
for name, array in arrays.items():
    np.save(f'{out}/{name}.npy', array)
    result = np.sort(array).astype(array.dtype.newbyteorder('<'))
    if result.dtype.kind == 'f':
        result[np.isnan(result)] = np.nan  # sort changes the bits of NaNs of half floats
    np.save(f'{out}/sorted-{name}.npy', result)
