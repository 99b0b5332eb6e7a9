package io.github.tornadosort.laboratory.internal;

import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Marks the call that a caller's comparison replaces. When kernels are created for a comparison, three names in their class
 * files are replaced: this class by the class of the comparison, this method by the comparison, and {@link LongArray} by the
 * type of the caller's data. The kernels of the algorithms use {@code LongArray} for nothing else. See
 * {@code ComparisonClassLoader} in the package {@code catalog}.
 */
final class ComparisonPlaceholder {
    private ComparisonPlaceholder() {}

    static boolean placeholderLess(LongArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }
}
