package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyInputs;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortCases;
import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of {@link OperationTest} for each algorithm by name: keys of every type, alone and with values, on every device
 * with every geometry, against {@link Reference}.
 */
@Tag("slow")
class AlgorithmTest {
    private static final List<Operation> OPERATIONS = List.of(
            Operation.SORT,
            Operation.SORT_WITH_INT32,
            Operation.ARGSORT,
            Operation.SORT,
            Operation.SORT_WITH_FLOAT64,
            Operation.SORT_WITH_INT8);

    /** Lengths around the sizes of tiles and windows, and around those at which a sample sort gets deeper. */
    private static final int[] EDGES = {
        127, 128, 129, 255, 257, 511, 512, 513, 1024, 1025, 2047, 2049, 4097, 8193, 20_481, 100_003
    };

    /** The types of each list have the inputs by turns. */
    private static final List<List<KeyType>> SHARING_TYPES = List.of(
            List.of(KeyType.INT32, KeyType.UINT32),
            List.of(KeyType.INT64, KeyType.UINT64),
            List.of(KeyType.FLOAT32),
            List.of(KeyType.FLOAT64),
            List.of(KeyType.INT8, KeyType.UINT8, KeyType.INT16, KeyType.UINT16));

    private static final List<List<KeyType>> SLOW_TYPES = List.of(List.of(KeyType.INT32), List.of(KeyType.FLOAT64));

    private static final int SLOW_EDGE = 1025;

    /** The algorithms of the laboratory. {@code OperationTest} of the library sorts by radix. */
    private static final Set<Algorithm> ALGORITHMS = EnumSet.complementOf(EnumSet.of(Algorithm.RADIX));

    static Stream<Arguments> all() {
        return cases(ALGORITHMS, _ -> true);
    }

    /** One geometry on each device: the large groups of GPUs take long on a CPU. */
    static Stream<Arguments> quick() {
        return cases(ALGORITHMS, AlgorithmTest::isQuick);
    }

    private static boolean isQuick(SortCase on) {
        return isChecked(on) || on.isShipped() && !on.slow();
    }

    /** Kernels are those for work-groups, whatever the policy; one for blocks determines small groups with many keys. */
    private static Stream<Arguments> cases(Set<Algorithm> algorithms, Predicate<SortCase> filter) {
        return SortCases.all().stream()
                .filter(on -> filter.test(on) && (!isChecked(on) || isOnGroups(on)))
                .flatMap(on -> algorithms.stream().map(algorithm -> Arguments.of(on, algorithm)));
    }

    private static boolean isOnGroups(SortCase on) {
        return on.policy().kernels() == SortPolicy.Kernels.WORK_GROUP;
    }

    private static boolean isChecked(SortCase on) {
        return on.device().name().contains("checked");
    }

    /** These kernels use work-groups with every policy, so they are slow on the CPU of an SDK too. */
    private static boolean slow(SortCase on) {
        return on.slow() || on.compilesLong() && on.device().type() != SortDevice.Type.GPU;
    }

    /** Rotates through operations, types and directions, so that each is tested with many lengths and inputs. */
    private static final class Turns {
        private final SortCase on;
        private final Algorithm algorithm;
        private int next;

        Turns(SortCase on, Algorithm algorithm) {
            this.on = on;
            this.algorithm = algorithm;
        }

        KeyType type() {
            return KeyType.values()[next % KeyType.values().length];
        }

        void check(Column keys, String what) {
            check(keys, 0, Order.ALL_BITS, what);
        }

        void check(Column keys, int begin, int end, String what) {
            Order chosen = (next % 3 == 0 ? Order.DESCENDING : Order.ASCENDING).bits(begin, end);
            Operation operation = OPERATIONS.get(next % OPERATIONS.size());
            operation.check(on.sorter(algorithm.label()), keys, chosen, keys.type() + " " + operation + ", " + what);
            // A step that has no common divisor with the numbers of types and of operations.
            next += 7;
        }
    }

    @ParameterizedTest
    @MethodSource("quick")
    void everyLength(SortCase on, Algorithm algorithm) {
        Turns turns = new Turns(on, algorithm);
        for (int n = 0; n <= 600; n += n > 20 ? slow(on) ? 89 : 29 : 1) {
            turns.check(KeyData.random(turns.type(), n, n), "random, n = " + n);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aroundEdges(SortCase on, Algorithm algorithm) {
        Turns turns = new Turns(on, algorithm);
        for (int n : EDGES) {
            if (!on.slow() || n <= SLOW_EDGE) {
                turns.check(KeyData.random(turns.type(), n, n), "random, n = " + n);
            }
        }
    }

    /**
     * Kernels differ by the width of the keys and by their order, so the types of a list share the inputs. Where kernels are slow, a list
     * has every third input.
     */
    @ParameterizedTest
    @MethodSource("quick")
    void everyInput(SortCase on, Algorithm algorithm) {
        Turns turns = new Turns(on, algorithm);
        int n = slow(on) ? 270 : 1100;
        int first = SortCases.all().indexOf(on);
        for (List<KeyType> types : slow(on) ? SLOW_TYPES : SHARING_TYPES) {
            int step = slow(on) ? 3 : types.size();
            first++;
            for (KeyType type : types) {
                int number = first + types.indexOf(type);
                for (var input : KeyInputs.of(type).entrySet()) {
                    if (number++ % step == 0) {
                        turns.check(input.getValue().apply(n), input.getKey());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("quick")
    void someBits(SortCase on, Algorithm algorithm) {
        Turns turns = new Turns(on, algorithm);
        for (KeyType type : slow(on) ? new KeyType[] {KeyType.FLOAT32, KeyType.UINT64} : KeyType.values()) {
            Column keys = type.isFloat() ? KeyData.specials(type, 300, 3) : KeyData.random(type, 300, 3);
            int bits = type.bits();
            for (int[] range : new int[][] {{0, 1}, {3, 3}, {bits / 2, bits}, {1, bits - 2}, {2, bits / 2 + 1}}) {
                turns.check(keys, range[0], range[1], "bits " + Arrays.toString(range));
            }
        }
    }

    static Stream<Arguments> digits() {
        return SortCases.forHostCode().stream().flatMap(on -> Stream.of(Algorithm.RADIX, Algorithm.RADIX_LOCAL)
                .map(algorithm -> Arguments.of(on, algorithm)));
    }

    @ParameterizedTest
    @MethodSource("digits")
    void everyDigitWidth(SortCase on, Algorithm algorithm) {
        for (int width : new int[] {1, 3, 8}) {
            Sorter sorter = on.sorter(algorithm.label(), width, false);
            for (KeyType type : List.of(KeyType.INT32, KeyType.FLOAT64)) {
                Column keys = KeyData.random(type, 3000, width);
                Operation.SORT.check(sorter, keys, Order.ASCENDING, width + " bits");
                Operation.SORT_WITH_INT32.check(sorter, keys, Order.ASCENDING, width + " bits");
            }
            SortStats stats = sorter.sort(KeyData.random(KeyType.UINT32, 3000, 1));
            assertThat(stats.passesIssued()).as("%d bits", width).isEqualTo(Math.ceilDiv(32, width));
        }
    }

    static Stream<Arguments> bucketSorts() {
        return cases(EnumSet.of(Algorithm.RADIX_MSD, Algorithm.SAMPLE), AlgorithmTest::isQuick);
    }

    /** Nested buckets: segments of many tiles at every depth, and full buckets next to empty ones. */
    @ParameterizedTest
    @MethodSource("bucketSorts")
    void nestedBuckets(SortCase on, Algorithm algorithm) {
        Sorter sorter = on.sorter(algorithm.label());
        int n = isChecked(on) ? 1500 : 9001;
        SplittableRandom random = new SplittableRandom(5);
        int[] lowBits = random.ints(n, 0, 1 << 13).toArray();
        int[] halfEqual = random.ints(n).map(key -> key % 2 == 0 ? 77 : key).toArray();
        int[] crowded = random.ints(n).map(key -> key % 8 == 0 ? key : 1 << 20 | key >>> 14).toArray();
        for (KeyType type : List.of(KeyType.UINT32, KeyType.FLOAT64)) {
            for (int[] values : List.of(lowBits, halfEqual, crowded)) {
                Column keys = KeyData.ofValues(type, values);
                Operation.SORT.check(sorter, keys, Order.ASCENDING, type + ", buckets of buckets");
                Operation.SORT_WITH_INT32.check(sorter, keys, Order.ASCENDING, type + ", buckets of buckets");
            }
        }
    }

    /** One pass per digit as long as all keys have the same digit; no pass for buckets of equal keys. */
    @ParameterizedTest
    @MethodSource("io.github.tornadosort.SortCases#all")
    void msdSplitsBucketsUntilTheyFit(SortCase on) {
        assumeThat(isOnGroups(on)).as("kernels that cut").isTrue();
        int n = on.policy().tile() + 1;
        ToIntFunction<IntUnaryOperator> passes = key -> on.sorter("radix-msd")
                .sort(KeyData.ofValues(KeyType.UINT32, IntStream.range(0, n).map(key).toArray()))
                .passesIssued();
        assertThat(passes.applyAsInt(i -> i & 255)).as("keys that differ in the last digit").isEqualTo(4 + 1);
        assertThat(passes.applyAsInt(i -> i << 24)).as("keys that differ in the first digit").isEqualTo(1 + 1);
    }

    /** Ha et al.'s order check: no pass for sorted keys, and none after the last one that is needed. */
    @ParameterizedTest
    @MethodSource("io.github.tornadosort.SortCases#fast")
    void fourWayEndsEarly(SortCase on) {
        Sorter sorter = on.sorter("radix-four-way");
        Column sorted = KeyData.ofValues(KeyType.UINT32, IntStream.range(0, 200_000).toArray());
        assertThat(sorter.sort(sorted).passesIssued()).isZero();
        // One pair is out of order, far after the keys that the quick check reads. All keys differ only in the lowest 18 bits.
        KeyData.setBits(sorted, 199_999, 7);
        SortStats stats = sorter.sort(sorted);
        assertThat(stats.passesIssued()).isEqualTo(9);
        assertThat(KeyData.bits(sorted, 8)).isEqualTo(7);
    }

    @Test
    void namesAreLabels() {
        assertThat(Algorithm.values())
                .allSatisfy(algorithm -> assertThat(Algorithm.named(algorithm.label())).isEqualTo(algorithm));
        assertThat(Algorithm.named("hybrid")).isEqualTo(Algorithm.RADIX_MSD);
    }
}
