package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Operations that some TornadoVM backends are known to compile incorrectly, in the forms in which the other kernels use them:
 * shifts of negative numbers, unsigned comparisons, products that overflow, halves of longs, minima, quotients, private and
 * local arrays. A device must compute the same results as the JVM. Operations of 64-bit words have separate kernels, since a
 * device that fails them may still sort keys of 32 bits.
 */
public final class Probe {
    /** Number of results per pair of numbers of {@link #arithmetic}. */
    public static final int RESULTS = 17;
    /** Number of results per pair of numbers of {@link #wideArithmetic}. */
    public static final int WIDE_RESULTS = 12;

    private Probe() {}

    /**
     * Computes results of 32 bits for each pair. There is no work-group and no local memory. Reads 8 bytes and writes 68 bytes
     * per pair.
     *
     * @param in {@code pairs} pairs of numbers
     * @param out receives {@link #RESULTS} numbers per pair
     * @param p the parameter buffer, with {@link PassParameters#ALWAYS_ZERO}
     */
    public static void arithmetic(IntArray in, IntArray out, IntArray p, int pairs) {
        for (@Parallel int pair = 0; pair < Math.max(pairs, 1); pair++) {
            int zero = p.get(PassParameters.ALWAYS_ZERO);
            int x = in.get(2 * pair);
            int y = in.get(2 * pair + 1);
            int at = pair * RESULTS;
            // A digit that includes the sign.
            out.set(at, (x >>> 24) & (0xff ^ zero));
            out.set(at + 1, (x >>> (8 ^ zero)) & (0xff ^ zero));
            // Comparisons.
            out.set(at + 2, (x ^ 0x80000000) < (y ^ 0x80000000) ? 1 : 0);
            out.set(at + 3, Math.min(x, y));
            out.set(at + 4, Math.max(x, y));
            // Operations that overflow.
            out.set(at + 5, x * 0xd168aaad);
            out.set(at + 6, x + y);
            out.set(at + 7, Checksum.hash(x, Checksum.mask32(p)));
            // Ordered bits of floats, in descending order.
            int flip = zero - 1;
            out.set(at + 8, OrderedBits.of(x, OrderedBits.FLOAT));
            int word = OrderedBits.word(x, flip);
            out.set(at + 9, word);
            out.set(at + 10, OrderedBits.ordered(word, OrderedBits.FLOAT, flip, flip));
            out.set(at + 11, OrderedBits.ordered(word, OrderedBits.INTEGER, flip, zero));
            out.set(at + 12, OrderedBits.key(word, flip));
            out.set(at + 13, OrderedBits.masked(x, OrderedBits.INTEGER, flip));
            int integer = OrderedBits.word(x, zero);
            out.set(at + 14, OrderedBits.ordered(integer, OrderedBits.INTEGER, zero, 0x80000000 ^ zero));
            out.set(at + 15, OrderedBits.masked(x, OrderedBits.INTEGER, zero) ^ OrderedBits.key(integer, zero));
            // A private array, and a quotient of a number that is not negative.
            int[] counters = new int[8];
            for (int i = 0; i < 8; i++) {
                counters[i] = i;
            }
            for (int i = 0; i < 8; i++) {
                int index = (x >>> i) & (7 ^ zero);
                counters[index] = counters[index] + (Math.max(y, 0) / 64 & (0xff ^ zero));
            }
            int sum = 0;
            for (int i = 0; i < 8; i++) {
                sum = sum * 3 + counters[i];
            }
            out.set(at + 16, sum);
        }
    }

    /**
     * Computes results of 64 bits for each pair, which is one word. There is no work-group and no local memory. Reads 8 bytes
     * and writes 48 bytes per pair.
     *
     * @param in {@code pairs} pairs of numbers: the upper and the lower half of a word
     * @param out receives {@link #WIDE_RESULTS} numbers per pair
     * @param p the parameter buffer, with {@link PassParameters#ALWAYS_ZERO}
     */
    public static void wideArithmetic(IntArray in, IntArray out, IntArray p, int pairs) {
        for (@Parallel int pair = 0; pair < Math.max(pairs, 1); pair++) {
            int zero = p.get(PassParameters.ALWAYS_ZERO);
            long y = in.get(2 * pair + 1);
            long wide = ((long) in.get(2 * pair) << 32) | (y & 0xffffffffL);
            int at = pair * WIDE_RESULTS;
            // A digit that includes the sign.
            out.set(at, (int) (wide >>> 53) & (0x7ff ^ zero));
            // Halves.
            out.set(at + 1, (int) wide);
            out.set(at + 2, (int) (wide >>> 32));
            // Comparisons.
            out.set(at + 3, (wide ^ 0x8000000000000000L) < (y ^ 0x8000000000000000L) ? 1 : 0);
            out.set(at + 4, (int) (Math.min(wide, y) >>> 32));
            // Operations that overflow.
            long hash = Checksum.hash(wide, Checksum.mask64(p));
            out.set(at + 5, (int) hash);
            out.set(at + 6, (int) (hash >>> 32));
            // Ordered bits of floats.
            int all = zero - 1;
            long floats = all;
            long bits = OrderedBits.masked(wide, OrderedBits.INTEGER, floats);
            out.set(at + 7, (int) bits);
            out.set(at + 8, (int) (bits >>> 32));
            out.set(at + 9, (int) (OrderedBits.of(wide, OrderedBits.FLOAT) >>> 32));
            long integer = OrderedBits.masked(wide, OrderedBits.INTEGER, (long) zero);
            out.set(at + 10, (int) integer);
            out.set(at + 11, (int) (integer >>> 32));
        }
    }

    /**
     * Exchanges numbers within each work-group through a local array, with a barrier between write and read. Work-groups of
     * {@code workItems}; local memory {@code 4 * workItems} bytes. Reads and writes 4 bytes per number.
     *
     * @param in one number per work-item
     * @param out receives the number of the opposite work-item
     */
    public static void exchange(KernelContext context, IntArray in, IntArray out, int workItems) {
        int[] ints = context.allocateIntLocalArray(workItems);
        int item = context.localIdx;
        int at = context.groupIdx * workItems + item;
        ints[item] = in.get(at);
        context.localBarrier();
        out.set(at, ints[workItems - 1 - item]);
    }

    /**
     * Exchanges longs within each work-group, as {@link #exchange} does. Local memory {@code 8 * workItems} bytes. Reads 4
     * bytes and writes 8 bytes per number.
     *
     * @param in one number per work-item
     * @param out receives both halves of twice the number of the next work-item
     */
    public static void wideExchange(KernelContext context, IntArray in, IntArray out, int workItems) {
        long[] longs = context.allocateLongLocalArray(workItems);
        int item = context.localIdx;
        int at = context.groupIdx * workItems + item;
        longs[item] = (long) in.get(at) * 2;
        context.localBarrier();
        int next = item + 1 < workItems ? item + 1 : 0;
        out.set(2 * at, (int) longs[next]);
        out.set(2 * at + 1, (int) (longs[next] >>> 32));
    }
}
