package io.github.tornadosort;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests 64-bit keys that differ in their upper bits, and keys that agree there: in short runs and in long ones, with equal keys
 * among them.
 */
@Tag("slow")
class WideKeysTest {
    private static final Order DESCENDING = Order.DESCENDING;
    /** Just enough keys for two parallel ranges on the host. */
    private static final int N = 33_003;

    static List<SortCase> cases() {
        return SortCases.fast();
    }

    /** Keys by their number; the number of a key's cluster above 44 bits that only the random bits below differ in. */
    private static final Map<String, LongUnaryOperator> CLUSTERS = Map.of(
            "each its own", i -> i,
            "pairs", i -> i / 2,
            "twenties", i -> i / 20,
            "a thousand each", i -> i / 1000,
            "one long run among short ones", i -> i < 2 * N / 3 ? 1 : i,
            "runs that cross ranges", i -> i / 300);

    @ParameterizedTest
    @MethodSource("cases")
    void clusters(SortCase on) {
        CLUSTERS.forEach((name, cluster) -> {
            for (int randomBits : new int[] {0, 3, 40}) {
                Column keys = KeyData.ofBits(KeyType.INT64, keys(cluster, randomBits));
                String what = name + ", " + randomBits + " random bits below";
                Order order = randomBits == 3 ? DESCENDING : Order.ASCENDING;
                Operation.SORT.check(on.sorter(), keys, order, what);
                Operation.SORT_WITH_FLOAT64.check(on.sorter(), keys, order, what);
                Operation.SORT.check(on.sorter(), new Column(keys.segment(), KeyType.FLOAT64), order, what);
            }
        });
    }

    private static long[] keys(LongUnaryOperator cluster, int randomBits) {
        SplittableRandom random = new SplittableRandom(randomBits);
        long[] keys = LongStream.range(0, N)
                .map(i -> (cluster.applyAsLong(i) * 0x9E3779B97F4A7C15L & -1L << 44)
                        | random.nextLong() & (1L << randomBits) - 1)
                .toArray();
        for (int i = N - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            long swapped = keys[i];
            keys[i] = keys[j];
            keys[j] = swapped;
        }
        return keys;
    }

    /** Bits that do not count do not break ties: keys that agree in the other bits keep their order. */
    @ParameterizedTest
    @MethodSource("cases")
    void someBits(SortCase on) {
        Column keys = KeyData.ofBits(KeyType.INT64, keys(i -> i / 20, 40));
        Order order = Order.ASCENDING.bits(30, 61);
        Operation.SORT.check(on.sorter(), keys, order, "some bits");
        Operation.ARGSORT.check(on.sorter(), keys, order, "some bits");
    }
}
