package io.github.tornadosort.internal.kernel;

/**
 * Words of the decoupled look-back (Merrill and Garland 2016), by which each group of one launch learns the sum of all groups before it.
 * A group publishes one 64-bit word: first with the sum of its own tile, and then, when it knows what comes before, with the sum of all
 * tiles up to its own, the prefix. The upper int is {@code 2 * epoch + kind}, the lower int the sum. Each execution has an epoch of its
 * own, so that words of earlier executions are recognized, and need not be cleared. A word holds all that is published, so that no
 * fence is needed.
 */
public final class LookBack {
    /** The word has the sum of one tile. */
    public static final int SUM = 0;

    /** The word has the sum of all tiles up to its own. */
    public static final int PREFIX = 1;

    /** Indices in the parameters of stages: the epoch, and the number of work-items that gave up. Lengths follow. */
    public static final int EPOCH = 0;

    public static final int STUCK = 1;
    public static final int LENGTHS = 2;

    /** Epochs are numbers from 1 up to this: the upper int of a word is then never negative, and not that of a zeroed word. */
    public static final int LAST_EPOCH = (1 << 30) - 1;

    /**
     * How often a work-item asks for a word that is not there, before it gives up. A question takes about a microsecond on a GPU, and a
     * tile some ten.
     */
    public static final int LIMIT = 200_000;

    private LookBack() {}

    /** {@return the word of a sum} */
    static long word(int epoch, int kind, int sum) {
        return ((long) (2 * epoch + kind) << 32) | (sum & 0xffffffffL);
    }
}
