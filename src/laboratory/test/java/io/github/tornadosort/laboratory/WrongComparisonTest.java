package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Comparisons that are not strict weak orderings end with a permutation or an error that names them: no element is lost. */
public class WrongComparisonTest {
    private static final int[] LENGTHS = {0, 1, 2, 3, 64, 65, 1000, 5000};
    private static final int[] SHORT_LENGTHS = {0, 1, 2, 3, 64, 1500};
    /** Represents a NaN: {@link #withNan} considers it equal to every number. */
    private static final int NAN = Integer.MIN_VALUE;

    private static final int LOW = -1_000_000;
    private static final int HIGH = 1_000_000;

    private static int calls;

    /** The comparisons by their defect. */
    enum Wrong {
        NOT_IRREFLEXIVE_ONCE(WrongComparisonTest::notIrreflexiveOnce),
        NOT_LARGER(WrongComparisonTest::notLarger),
        UNEQUAL(WrongComparisonTest::unequal),
        ALWAYS(WrongComparisonTest::always),
        CYCLIC(WrongComparisonTest::cyclic),
        ONE_CYCLE(WrongComparisonTest::oneCycle),
        OVERFLOW(WrongComparisonTest::overflow),
        NAN_IN_DATA(WrongComparisonTest::withNan),
        TOLERANT(WrongComparisonTest::tolerant),
        RANDOM(WrongComparisonTest::random),
        TOURNAMENT(WrongComparisonTest::tournament),
        THROWS(WrongComparisonTest::throwing),
        THROWS_ONCE(WrongComparisonTest::throwsOnce),
        THROWS_FOR_PAIRS(WrongComparisonTest::throwsForPairs),
        DIVIDES_BY_ZERO(WrongComparisonTest::dividesByZero),
        OUTSIDE(WrongComparisonTest::outside),
        RECURSIVE(WrongComparisonTest::recursive);

        @SuppressWarnings("ImmutableEnumChecker") // a method reference
        private final Less<IntArray> less;

        Wrong(Less<IntArray> less) {
            this.less = less;
        }
    }

    public static boolean right(IntArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }

    public static boolean notLarger(IntArray data, int i, int j) {
        return data.get(i) <= data.get(j);
    }

    public static boolean notIrreflexiveOnce(IntArray data, int i, int j) {
        return data.get(i) < data.get(j) || (i == 777 && j == 777);
    }

    public static boolean unequal(IntArray data, int i, int j) {
        return data.get(i) != data.get(j);
    }

    public static boolean always(IntArray data, int i, int j) {
        return i < data.getSize() && j < data.getSize();
    }

    /** Rock, paper, scissors. */
    public static boolean cyclic(IntArray data, int i, int j) {
        return (((data.get(j) & 0xffff) % 3) + 3 - ((data.get(i) & 0xffff) % 3)) % 3 == 1;
    }

    /** Consistent, except that high numbers come before low ones. */
    public static boolean oneCycle(IntArray data, int i, int j) {
        int a = data.get(i);
        int b = data.get(j);
        return a >= HIGH && b <= LOW || a < b && !(a <= LOW && b >= HIGH);
    }

    public static boolean overflow(IntArray data, int i, int j) {
        return data.get(i) - data.get(j) < 0;
    }

    public static boolean withNan(IntArray data, int i, int j) {
        int a = data.get(i);
        int b = data.get(j);
        return a != NAN && b != NAN && a < b;
    }

    public static boolean tolerant(IntArray data, int i, int j) {
        return data.get(i) + 100 < data.get(j);
    }

    public static boolean random(IntArray data, int i, int j) {
        return ((data.get(i) * 31 + data.get(j)) * 0x9E3779B9 & 0x10000) != 0;
    }

    /** Each pair has an order that is independent of the order of other pairs. */
    public static boolean tournament(IntArray data, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        int wins = (low * 31 + high + data.getSize()) * 0x9E3779B9 & 0x10000;
        return i != j && (i < j) == (wins != 0);
    }

    public static boolean throwing(IntArray data, int i, int j) {
        throw new UnsupportedOperationException("no order of " + i + ", " + j + " and " + data.getSize());
    }

    public static boolean throwsOnce(IntArray data, int i, int j) {
        if (i == 777) {
            throw new AssertionError("777");
        }
        return data.get(i) < data.get(j);
    }

    /** Throws for some pairs, but not if an element is compared with itself. */
    public static boolean throwsForPairs(IntArray data, int i, int j) {
        if (i - j == 1 && j % 500 == 3) {
            throw new IllegalStateException("neighbours");
        }
        return data.get(i) < data.get(j);
    }

    public static boolean dividesByZero(IntArray data, int i, int j) {
        return 1000 / (i - 777) < 1000 / (j - 777) && data.get(i) != data.get(j);
    }

    public static boolean outside(IntArray data, int i, int j) {
        return data.get(i == 777 ? -1 : i) < data.get(j);
    }

    public static boolean recursive(IntArray data, int i, int j) {
        return i < 0 && j < 0 || recursive(data, j, i);
    }

    /** Only for two elements, which are adjacent in sorted order, so that every sort compares them. */
    public static boolean throwsForOnePair(IntArray data, int i, int j) {
        if (Math.min(data.get(i), data.get(j)) == HIGH && Math.max(data.get(i), data.get(j)) == HIGH + 1) {
            throw new IllegalStateException("neighbours");
        }
        return data.get(i) < data.get(j);
    }

    /** Equal for elements of zeros; among others, each is less than any. */
    public static boolean alwaysBetweenOnes(IntArray data, int i, int j) {
        return data.get(i) != 0 && data.get(j) != 0;
    }

    /** Random while the kernels of a sort run, and consistent when the host calls it. */
    public static boolean changing(IntArray data, int i, int j) {
        calls++;
        return calls > 5000 && calls < 30_000 ? random(data, i, j) : data.get(i) < data.get(j);
    }

    static Stream<Arguments> everything() {
        return ComparisonSortTest.devicesAndAlgorithms()
                .flatMap(on -> Stream.of(Wrong.values()).map(wrong -> Arguments.of(on.get()[0], on.get()[1], wrong)));
    }

    /** Numbers of all sizes, with few distinct ones and NaNs among them. */
    private static IntArray numbers(int n) {
        SplittableRandom random = new SplittableRandom(n);
        IntArray numbers = new IntArray(Math.max(1, n));
        for (int i = 0; i < n; i++) {
            int bits = random.nextInt(1, 32);
            numbers.set(i, random.nextInt(50) == 0 ? NAN : random.nextInt() >> bits);
        }
        return numbers;
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("everything")
    void losesNoElement(SortDevice device, Algorithm algorithm, Wrong wrong) {
        boolean slow = !device.backend().equals("jvm") || device.name().contains("checked");
        int[] lengths = slow ? SHORT_LENGTHS : LENGTHS;
        IntArray data = numbers(lengths[lengths.length - 1]);
        try (var sort = ComparisonSort.open(device, data, wrong.less, algorithm, data.getSize())) {
            for (int n : lengths) {
                losesNoElement(sort, n, wrong);
            }
        }
    }

    private static void losesNoElement(ComparisonSort<IntArray> sort, int n, Wrong wrong) {
        int[] result;
        try {
            result = sort.argsort(n);
        } catch (IllegalArgumentException e) {
            assertThat(e).as("%d elements", n).hasMessageContaining("WrongComparisonTest.");
            if (!(e.getCause() instanceof TornadoBailoutRuntimeException)) {
                assertThat(e.getMessage()).doesNotContain("could not be compiled");
            }
            return;
        }
        assertThat(IntStream.of(result).sorted().toArray())
                .as("%d elements, %s", n, wrong)
                .isEqualTo(IntStream.range(0, n).toArray());
    }

    /** Comparisons that break a law so often that any sample shows it. */
    @ParameterizedTest
    @EnumSource(names = {"NOT_LARGER", "UNEQUAL", "ALWAYS", "CYCLIC", "TOLERANT", "RANDOM", "TOURNAMENT"})
    void namesElementsThatContradictEachOther(Wrong wrong) {
        IntArray data = numbers(5000);
        for (int i = 0; i < data.getSize(); i++) {
            data.set(i, i * 7919 % 1009);
        }
        for (Algorithm algorithm : new Algorithm[] {Algorithm.MERGE, Algorithm.SAMPLE}) {
            try (var sort = ComparisonSort.open(SortDevice.preferred(), data, wrong.less, algorithm, 5000)) {
                Throwable thrown = catchThrowable(() -> sort.argsort(5000));
                assertContradiction(thrown, data, wrong.less);
            }
        }
    }

    /** So few wrong results that a sample of 64 elements does not show them, but the output does. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("io.github.tornadosort.laboratory.ComparisonSortTest#devicesAndAlgorithms")
    void namesFewElementsAmongMany(SortDevice device, Algorithm algorithm) {
        assumeThat(device.backend()).isEqualTo("jvm");
        int n = device.name().contains("checked") ? 4000 : 70_000;
        IntArray data = new IntArray(n);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < n; i++) {
            data.set(i, random.nextInt(1_000_000));
        }
        for (int nans = 0; nans < n / 200; nans++) {
            data.set(unsampled(random.nextInt(n), n), NAN);
        }
        try (var sort = ComparisonSort.open(device, data, WrongComparisonTest::withNan, algorithm, n)) {
            assertContradiction(catchThrowable(() -> sort.argsort(n)), data, WrongComparisonTest::withNan);
            // The same sort then sorts elements with a consistent order.
            for (int i = 0; i < n; i++) {
                data.set(i, data.get(i) == NAN ? 5 : data.get(i));
            }
            int[] expected = IntStream.range(0, n)
                    .boxed()
                    .sorted((i, j) -> Integer.compare(data.get(i), data.get(j)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            assertThat(Arrays.mismatch(sort.argsort(n), expected)).isEqualTo(-1);
        }
    }

    /** An index next to this one that a sample of 64 elements spread evenly does not have. */
    private static int unsampled(int index, int n) {
        boolean sampled = IntStream.range(0, 64).anyMatch(i -> (long) i * (n - 1) / 63 == index);
        return sampled ? (index == 0 ? 1 : index - 1) : index;
    }

    /** The three elements, or fewer, that the message names do contradict each other. */
    private static void assertContradiction(Throwable thrown, IntArray data, Less<IntArray> less) {
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a strict weak ordering");
        Matcher matcher = Pattern.compile("element (\\d+) (is less than|equals) (itself|element (\\d+))")
                .matcher(thrown.getMessage());
        int found = 0;
        while (matcher.find()) {
            int a = Integer.parseInt(matcher.group(1));
            int b = matcher.group(4) == null ? a : Integer.parseInt(matcher.group(4));
            boolean isLess = matcher.group(2).equals("is less than");
            assertThat(less.less(data, a, b)).as("%d before %d, %s", a, b, thrown.getMessage()).isEqualTo(isLess);
            found++;
        }
        assertThat(found).as(thrown.getMessage()).isPositive();
        Matcher missing = Pattern.compile("but element (\\d+) is not less than element (\\d+)").matcher(thrown.getMessage());
        if (missing.find()) {
            assertThat(less.less(data, Integer.parseInt(missing.group(1)), Integer.parseInt(missing.group(2)))).isFalse();
        } else {
            // Each less than the other or than itself, or two equal pairs and an unequal one.
            assertThat(found).isIn(1, 2, 3);
        }
    }

    /** The buckets of a sample sort do not get smaller. The sort must still end. */
    @Tag("slow")
    @Test
    void sampleSortEndsAlthoughItsBucketsDoNotShrink() {
        int n = 8001;
        IntArray data = new IntArray(n);
        for (int i = 0; i < n; i++) {
            data.set(i, unsampled(i, n) == i ? 1 : 0);
        }
        try (var sort = ComparisonSort.open(
                SortDevice.preferred(), data, WrongComparisonTest::alwaysBetweenOnes, Algorithm.SAMPLE, n)) {
            Throwable thrown = Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(60), () -> catchThrowable(() -> sort.argsort(n)));
            assertContradiction(thrown, data, WrongComparisonTest::alwaysBetweenOnes);
        }
    }

    @Tag("slow")
    @Test
    void reportsLostElementsAlthoughNoneContradictEachOther() {
        SortDevice device = SortDevice.preferred();
        assumeThat(device.backend()).isEqualTo("jvm");
        IntArray data = numbers(5000);
        try (var sort = ComparisonSort.open(device, data, WrongComparisonTest::changing, Algorithm.MERGE, 5000)) {
            calls = 0;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sort.argsort(5000))
                    .withMessage(
                            "the comparison WrongComparisonTest.changing is not a strict weak ordering: the sort of 5000"
                                    + " elements lost some of them, although no elements were found that contradict each other");
        }
    }

    /** An index out of bounds in a kernel is not reported as a failure to compile it. */
    @Test
    void reportsAFailedComparisonNotAFailedCompilation() {
        SortDevice device = SortDevice.preferred();
        assumeThat(device.backend()).isEqualTo("jvm");
        IntArray data = numbers(5000);
        try (var sort = ComparisonSort.open(device, data, WrongComparisonTest::outside, Algorithm.MERGE, 5000)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sort.argsort(5000))
                    .withMessageContaining("WrongComparisonTest.outside of elements 777 and 777 throws")
                    .withMessageContaining("IndexOutOfBounds");
        }
        for (int i = 0; i < data.getSize(); i++) {
            data.set(i, i * 7919 % 5003);
        }
        data.set(1001, HIGH);
        data.set(4004, HIGH + 1);
        try (var sort = ComparisonSort.open(device, data, WrongComparisonTest::throwsForOnePair, Algorithm.MERGE, 5000)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> sort.argsort(5000))
                    .withMessageContaining("WrongComparisonTest.throwsForOnePair failed on device")
                    .withMessageContaining("neighbours");
            // The message is the same when the kernels are already compiled.
            assertThat(sort.argsort(1000)).hasSize(1000);
            assertThatThrownBy(() -> sort.argsort(5000)).hasMessageContaining("throwsForOnePair failed on device");
        }
    }
}
