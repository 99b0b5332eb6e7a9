package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * What backends of TornadoVM are known to compile wrongly, in the forms that the other kernels use and rely on: shifts whose
 * sign matters, comparisons without one, products that wrap, halves of longs, minima, quotients, arrays of a thread's and of
 * a group's own. Run on a device and in Java, both must give the same.
 */
public final class Probe {
    /** Results of each pair of numbers. */
    public static final int RESULTS = 24;

    private Probe() {}

    /**
     * Does it all for every pair.
     *
     * @param in pairs of numbers
     * @param out gets {@link #RESULTS} numbers a pair
     * @param p the parameter buffer, with {@link PassParameters#ALWAYS_ZERO}
     */
    public static void arithmetic(IntArray in, IntArray out, IntArray p, int pairs) {
        for (@Parallel int pair = 0; pair < Math.max(pairs, 1); pair++) {
            int none = p.get(PassParameters.ALWAYS_ZERO);
            int x = in.get(2 * pair);
            int y = in.get(2 * pair + 1);
            long wide = ((long) x << 32) | ((long) y & 0xffffffffL);
            int at = pair * RESULTS;
            // A digit of an int and of a long, the sign among its bits.
            out.set(at, (x >>> 24) & (0xff ^ none));
            out.set(at + 1, (int) (wide >>> 53) & (0x7ff ^ none));
            out.set(at + 2, (x >>> (8 ^ none)) & (0xff ^ none));
            // Halves of a long.
            out.set(at + 3, (int) wide);
            out.set(at + 4, (int) (wide >>> 32));
            // Comparisons.
            out.set(at + 5, (x ^ 0x80000000) < (y ^ 0x80000000) ? 1 : 0);
            out.set(at + 6, (wide ^ 0x8000000000000000L) < ((long) y ^ 0x8000000000000000L) ? 1 : 0);
            out.set(at + 7, Math.min(x, y));
            out.set(at + 8, Math.max(x, y));
            out.set(at + 9, (int) (Math.min(wide, (long) y) >>> 32));
            // What wraps around.
            out.set(at + 10, x * 0xd168aaad);
            out.set(at + 11, x + y);
            out.set(at + 12, Checksum.hash(x, Checksum.mask32(p)));
            long hash = Checksum.hash(wide, Checksum.mask64(p));
            out.set(at + 13, (int) hash);
            out.set(at + 14, (int) (hash >>> 32));
            // Floats' bits, read as those of 32-bit keys, and of 64-bit ones.
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
            // An array of the thread's own, and a quotient of what is not negative.
            int[] own = new int[8];
            for (int i = 0; i < 8; i++) {
                own[i] = i;
            }
            for (int i = 0; i < 8; i++) {
                int place = (x >>> i) & (7 ^ none);
                own[place] = own[place] + (Math.max(y, 0) / 64 & (0xff ^ none));
            }
            int sum = 0;
            for (int i = 0; i < 8; i++) {
                sum = sum * 3 + own[i];
            }
            out.set(at + 23, sum);
        }
    }

    /**
     * Exchanges numbers within each group, through arrays of its own with a barrier between. Groups of {@code workItems};
     * local memory {@code 12 * workItems} bytes.
     *
     * @param out gets, for each number, that of the group's opposite work-item, and both halves of twice the one next to it
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
