package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Operations that some TornadoVM backends are known to compile wrongly, in the forms in which the other kernels use them:
 * shifts of negative numbers, unsigned comparisons, products that overflow, halves of longs, minima, quotients, private and
 * local arrays. A device must compute the same results as the JVM.
 */
public final class Probe {
    /** Number of results per pair of numbers. */
    public static final int RESULTS = 24;

    private Probe() {}

    /**
     * Computes all results for each pair. There is no work-group and no local memory. Reads 8 bytes and writes 96 bytes per
     * pair.
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
            long wide = ((long) x << 32) | ((long) y & 0xffffffffL);
            int at = pair * RESULTS;
            // A digit of an int and of a long that includes the sign.
            out.set(at, (x >>> 24) & (0xff ^ zero));
            out.set(at + 1, (int) (wide >>> 53) & (0x7ff ^ zero));
            out.set(at + 2, (x >>> (8 ^ zero)) & (0xff ^ zero));
            // Halves of a long.
            out.set(at + 3, (int) wide);
            out.set(at + 4, (int) (wide >>> 32));
            // Comparisons.
            out.set(at + 5, (x ^ 0x80000000) < (y ^ 0x80000000) ? 1 : 0);
            out.set(at + 6, (wide ^ 0x8000000000000000L) < ((long) y ^ 0x8000000000000000L) ? 1 : 0);
            out.set(at + 7, Math.min(x, y));
            out.set(at + 8, Math.max(x, y));
            out.set(at + 9, (int) (Math.min(wide, (long) y) >>> 32));
            // Operations that overflow.
            out.set(at + 10, x * 0xd168aaad);
            out.set(at + 11, x + y);
            out.set(at + 12, Checksum.hash(x, Checksum.mask32(p)));
            long hash = Checksum.hash(wide, Checksum.mask64(p));
            out.set(at + 13, (int) hash);
            out.set(at + 14, (int) (hash >>> 32));
            // Ordered bits of 32-bit and 64-bit floats.
            out.set(at + 15, OrderedBits.of(x, OrderedBits.FLOAT));
            int word = OrderedBits.word(x, OrderedBits.FLOAT, -1);
            out.set(at + 16, word);
            out.set(at + 17, OrderedBits.ordered(word, OrderedBits.FLOAT, -1));
            out.set(at + 18, OrderedBits.ordered(word, OrderedBits.FLOAT_WHOLE, 0));
            out.set(at + 19, OrderedBits.key(word, OrderedBits.FLOAT, -1));
            long bits = OrderedBits.of(wide, OrderedBits.FLOAT);
            out.set(at + 20, (int) bits);
            out.set(at + 21, (int) (bits >>> 32));
            out.set(at + 22, (int) (OrderedBits.of(wide, OrderedBits.FLOAT_ABOVE) >>> 32));
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
            out.set(at + 23, sum);
        }
    }

    /**
     * Exchanges numbers within each work-group through local arrays, with a barrier between write and read. Work-groups of
     * {@code workItems}; local memory {@code 12 * workItems} bytes. Reads 4 bytes and writes 12 bytes per number.
     *
     * @param in one number per work-item
     * @param out receives three numbers per work-item: the number of the opposite work-item, and both halves of twice the
     *     number of the next work-item
     */
    public static void exchange(KernelContext context, IntArray in, IntArray out, int workItems) {
        int[] ints = context.allocateIntLocalArray(workItems);
        long[] longs = context.allocateLongLocalArray(workItems);
        int item = context.localIdx;
        int at = context.groupIdx * workItems + item;
        ints[item] = in.get(at);
        longs[item] = (long) in.get(at) * 2;
        context.localBarrier();
        int next = item + 1 < workItems ? item + 1 : 0;
        out.set(3 * at, ints[workItems - 1 - item]);
        out.set(3 * at + 1, (int) longs[next]);
        out.set(3 * at + 2, (int) (longs[next] >>> 32));
    }
}
