package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.HostPolicy;

/**
 * Operations on keys that are so few that the calling thread is done before another one would help. Each is a single loop over arrays,
 * which takes no longer than what a program would do instead: the first calls of a program run before the loop is compiled.
 */
public final class FewKeys {
    private FewKeys() {}

    /**
     * Merges two columns into the start of a third one.
     *
     * @param a half of {@link HostPolicy#FEW_TO_READ} keys at most
     * @param b the same
     * @return false if the keys are not sorted, or cannot be computed from the bits that are compared; nothing was written then
     */
    public static boolean merge(Column a, Column b, Column out, SortOptions options) {
        // NaNs cannot be computed from their order.
        if (out.type().isFloat() || !HostKeys.areComparedByAllBits(out, options)) {
            return false;
        }
        return areWide(out) ? FewKeys64.merge(a, b, out, options) : FewKeys32.merge(a, b, out, options);
    }

    /**
     * Moves the keys in which a bit is 0 before the others; both keep their order.
     *
     * @param keys at most {@link HostPolicy#FEW_TO_READ} keys
     * @return the number of keys in which the bit is 0, or -1 if nothing was done, because keys cannot be computed from their order
     */
    public static int partition(Column keys, int bit) {
        if (keys.type().isFloat()) {
            return -1;
        }
        return areWide(keys) ? FewKeys64.partition(keys, bit) : FewKeys32.partition(keys, bit);
    }

    private static boolean areWide(Column keys) {
        return keys.type().bytes() == Long.BYTES;
    }
}
