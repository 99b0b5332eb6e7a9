package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Orders that no radix sort can hold, against the JDK's stable sort of the same comparison. */
public class ComparisonSortTest {
    private static final int WORDS = 3;
    private static final int[] LENGTHS = {0, 1, 2, 100, 2000, 70_001};
    /** Of checked kernels, and of a CPU whose compiler takes seconds: enough for a merge, and for two depths of buckets. */
    private static final int SLOW = 2000;

    /** Points (x, y). */
    public static boolean byXThenY(FloatArray points, int i, int j) {
        float xi = points.get(2 * i);
        float xj = points.get(2 * j);
        return xi < xj || (xi == xj && points.get(2 * i + 1) < points.get(2 * j + 1));
    }

    /** Fractions: numerator and positive denominator in one word each, too wide together for any key. */
    public static boolean byFraction(LongArray fractions, int i, int j) {
        return fractions.get(2 * i) * fractions.get(2 * j + 1) < fractions.get(2 * j) * fractions.get(2 * i + 1);
    }

    /** Strings of {@link #WORDS} words each. */
    public static boolean byWords(IntArray strings, int i, int j) {
        int less = 0;
        int open = 1;
        for (int w = 0; w < WORDS; w++) {
            int a = strings.get(WORDS * i + w);
            int b = strings.get(WORDS * j + w);
            less = open != 0 && a < b ? 1 : less;
            open = a != b ? 0 : open;
        }
        return less != 0;
    }

    /** Is right, but TornadoVM 5.2.0 cannot compile a three-way comparison. */
    public static boolean threeWay(IntArray numbers, int i, int j) {
        int a = numbers.get(i);
        int b = numbers.get(j);
        int order = a < b ? -1 : a == b ? 0 : 1;
        return order + numbers.get(0) - numbers.get(0) < 0;
    }

    public static boolean notLarger(IntArray numbers, int i, int j) {
        return numbers.get(i) <= numbers.get(j);
    }

    public static boolean outside(IntArray numbers, int i, int j) {
        return numbers.get(i + 1000) < numbers.get(j + 1000);
    }

    static Stream<Arguments> devicesAndAlgorithms() {
        return SortDevice.all().stream()
                .flatMap(device -> Stream.of(Algorithm.MERGE, Algorithm.SAMPLE).map(a -> Arguments.of(device, a)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsPoints(SortDevice device, Algorithm algorithm) {
        FloatArray points = new FloatArray(2 * LENGTHS[LENGTHS.length - 1]);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < points.getSize(); i++) {
            points.set(i, random.nextInt(300) / 16f);
        }
        check(device, algorithm, points, ComparisonSortTest::byXThenY);
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsFractions(SortDevice device, Algorithm algorithm) {
        LongArray fractions = new LongArray(2 * LENGTHS[LENGTHS.length - 1]);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < fractions.getSize(); i++) {
            fractions.set(i, i % 2 == 0 ? random.nextInt() : 1 + random.nextInt(1 << 20));
        }
        check(device, algorithm, fractions, ComparisonSortTest::byFraction);
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsStrings(SortDevice device, Algorithm algorithm) {
        IntArray strings = new IntArray(WORDS * LENGTHS[LENGTHS.length - 1]);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < strings.getSize(); i++) {
            strings.set(i, random.nextInt(-20, 20));
        }
        check(device, algorithm, strings, ComparisonSortTest::byWords);
    }

    private static <A extends TornadoNativeArray> void check(
            SortDevice device, Algorithm algorithm, A data, Less<A> less) {
        boolean slow = !device.backend().equals("jvm") || device.name().contains("checked");
        int most = slow ? SLOW : Integer.MAX_VALUE;
        int[] lengths = Arrays.stream(LENGTHS).filter(n -> n <= most).toArray();
        try (ComparisonSort<A> sort = ComparisonSort.open(device, data, less, algorithm, lengths[lengths.length - 1])) {
            for (int n : lengths) {
                Comparator<Integer> order = (i, j) -> less.less(data, i, j) ? -1 : less.less(data, j, i) ? 1 : 0;
                int[] expected =
                        IntStream.range(0, n).boxed().sorted(order).mapToInt(Integer::intValue).toArray();
                assertThat(Arrays.mismatch(sort.argsort(n), expected)).as("first wrong place of %d", n).isEqualTo(-1);
            }
        }
    }

    @Test
    void saysWhatIsWrongWithAComparison() {
        SortDevice device = SortDevice.preferred();
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        int three = 3;
        Less<IntArray> lambda = (data, i, j) -> data.get(i) + three < data.get(j);
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, lambda, Algorithm.MERGE, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("public static method");
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, ComparisonSortTest::byWords, Algorithm.RADIX, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("merge and sample do");
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::notLarger, Algorithm.MERGE, 3)) {
            assertThatThrownBy(() -> sort.argsort(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ComparisonSortTest.notLarger is no order: element 0 is less than itself");
            assertThatThrownBy(() -> sort.argsort(4)).hasMessageContaining("expected 0 to 3");
        }
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::outside, Algorithm.MERGE, 3)) {
            assertThatThrownBy(() -> sort.argsort(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("of elements 0 and 0 throws");
        }
    }

    @Test
    void saysThatAComparisonCannotBeCompiled() {
        SortDevice device = SortDevice.preferred();
        assumeThat(device.backend()).as("compiles whatever Java does").isNotEqualTo("jvm");
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::threeWay, Algorithm.MERGE, 3)) {
            assertThatThrownBy(() -> sort.argsort(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ComparisonSortTest.threeWay could not be compiled for device")
                    .hasMessageContaining("see the documentation of Less");
        }
    }
}
