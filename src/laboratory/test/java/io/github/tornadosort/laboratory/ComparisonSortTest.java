package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.testing.BufferMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests orders that no radix sort can represent, against the JDK's stable sort with the same comparison. */
@Tag("slow")
public class ComparisonSortTest {
    private static final int WORDS = 3;
    private static final int[] LENGTHS = {0, 1, 2, 100, 2000, 70_001};
    /**
     * The number of elements for checked kernels, and for a CPU whose compiler takes seconds: enough for a merge, and for two
     * levels of buckets.
     */
    private static final int SLOW = 2000;

    /** Points (x, y): the example of docs/algorithms.md and of {@link Less}. */
    public static boolean byXThenY(IntArray points, int i, int j) {
        int xi = points.get(2 * i);
        int xj = points.get(2 * j);
        return xi < xj || (xi == xj && points.get(2 * i + 1) < points.get(2 * j + 1));
    }

    /** The same for floats, which must not be NaN. */
    public static boolean byFloatXThenY(FloatArray points, int i, int j) {
        float xi = points.get(2 * i);
        float xj = points.get(2 * j);
        return xi < xj || (xi == xj && points.get(2 * i + 1) < points.get(2 * j + 1));
    }

    @Test
    void documentedExamplesAreTested() throws IOException {
        Path root = Path.of(System.getProperty("tornadosort.root"));
        String example = Files.readString(root.resolve("docs/algorithms.md"));
        example = example.substring(
                example.indexOf("    public static boolean byXThenY"), example.indexOf("    int[] indices(IntArray"));
        Path sources = root.resolve("src/laboratory/main/java/io/github/tornadosort/laboratory");
        Path tests = root.resolve("src/laboratory/test/java/io/github/tornadosort/laboratory");
        assertThat(words(Files.readString(tests.resolve("ComparisonSortTest.java"))))
                .contains(words(example));
        assertThat(words(Files.readString(sources.resolve("Less.java")))).contains(words(example));
    }

    private static String words(String text) {
        return text.replaceAll("[/*]|\\s", "");
    }

    /** Fractions: a numerator and a positive denominator of one word each. Together they are too wide for a key. */
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

    /** A correct three-way comparison, which TornadoVM 5.2.0 cannot compile. */
    public static boolean threeWay(IntArray numbers, int i, int j) {
        int a = numbers.get(i);
        int b = numbers.get(j);
        int order = a < b ? -1 : a == b ? 0 : 1;
        return order + numbers.get(0) - numbers.get(0) < 0;
    }

    public static boolean byNumber(IntArray numbers, int i, int j) {
        return numbers.get(i) < numbers.get(j);
    }

    public static boolean notLarger(IntArray numbers, int i, int j) {
        return numbers.get(i) <= numbers.get(j);
    }

    public static boolean outside(IntArray numbers, int i, int j) {
        return numbers.get(i + 1000) < numbers.get(j + 1000);
    }

    public static boolean ofAnyData(TornadoNativeArray data, int i, int j) {
        return data.getSize() + i < j;
    }

    public static boolean ofLongs(IntArray data, long i, long j) {
        return data.get((int) i) < data.get((int) j);
    }

    public static Boolean boxed(IntArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }

    static boolean notPublic(IntArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }

    /** One of two methods of this name. */
    public static boolean overloaded(LongArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }

    public static boolean overloaded(IntArray data, int i, int j) {
        return data.get(i) < data.get(j);
    }

    static Stream<Arguments> devicesAndAlgorithms() {
        return SortDevice.all().stream()
                .flatMap(device -> Stream.of(Algorithm.MERGE, Algorithm.SAMPLE).map(a -> Arguments.of(device, a)));
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsPoints(SortDevice device, Algorithm algorithm) {
        IntArray points = new IntArray(2 * LENGTHS[LENGTHS.length - 1]);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < points.getSize(); i++) {
            points.set(i, random.nextInt(-150, 150));
        }
        check(device, algorithm, points, ComparisonSortTest::byXThenY);
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsPointsOfFloats(SortDevice device, Algorithm algorithm) {
        FloatArray points = new FloatArray(2 * LENGTHS[LENGTHS.length - 1]);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < points.getSize(); i++) {
            points.set(i, random.nextInt(300) / 16f);
        }
        check(device, algorithm, points, ComparisonSortTest::byFloatXThenY);
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
                assertThat(Arrays.mismatch(sort.argsort(n), expected)).as("first wrong index of %d", n).isEqualTo(-1);
            }
        }
    }

    @Test
    void messagesNameTheDefectOfAComparison() {
        SortDevice device = SortDevice.preferred();
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        int three = 3;
        Less<IntArray> lambda = (data, i, j) -> data.get(i) + three < data.get(j);
        for (Less<IntArray> unfit : List.<Less<IntArray>>of(
                lambda, ComparisonSortTest::ofAnyData, ComparisonSortTest::ofLongs, ComparisonSortTest::boxed,
                ComparisonSortTest::notPublic)) {
            assertThatThrownBy(() -> ComparisonSort.open(device, numbers, unfit, Algorithm.MERGE, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "a method (IntArray, int, int) that returns boolean and is a public static method");
        }
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, ComparisonSortTest::byWords, Algorithm.RADIX, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("merge and sample do");
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::notLarger, Algorithm.MERGE, 3)) {
            assertThatThrownBy(() -> sort.argsort(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "ComparisonSortTest.notLarger is not a strict weak ordering: element 0 is less than")
                    .hasMessageContaining("itself");
            assertThatThrownBy(() -> sort.argsort(4)).hasMessageContaining("expected 0 to 3");
        }
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::outside, Algorithm.MERGE, 3)) {
            assertThatThrownBy(() -> sort.argsort(3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("of elements 0 and 0 throws");
        }
    }

    @Test
    void choosesTheRightOverload() {
        SortDevice device = SortDevice.preferred();
        IntArray ints = IntArray.fromElements(3, 1, 2);
        LongArray longs = LongArray.fromElements(3, 1, 2);
        try (var sort = ComparisonSort.open(device, ints, ComparisonSortTest::overloaded, Algorithm.MERGE, 3)) {
            assertThat(sort.argsort(3)).containsExactly(1, 2, 0);
        }
        try (var sort = ComparisonSort.open(device, longs, ComparisonSortTest::overloaded, Algorithm.MERGE, 3)) {
            assertThat(sort.argsort(3)).containsExactly(1, 2, 0);
        }
    }

    @Test
    void refusesArgumentsThatMakeNoSense() {
        SortDevice device = SortDevice.preferred();
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        Less<IntArray> less = ComparisonSortTest::byNumber;
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, less, Algorithm.MERGE, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity -1 is negative");
        assertThatThrownBy(() -> ComparisonSort.open(null, numbers, less, Algorithm.MERGE, 3))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("device");
        assertThatThrownBy(() -> ComparisonSort.open(device, null, less, Algorithm.MERGE, 3))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("data");
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, null, Algorithm.MERGE, 3))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("less");
        assertThatThrownBy(() -> ComparisonSort.open(device, numbers, less, null, 3))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("algorithm");
    }

    @ParameterizedTest
    @MethodSource("devicesAndAlgorithms")
    void sortsNoElementsAndRefusesMoreThanItsCapacity(SortDevice device, Algorithm algorithm) {
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        try (var sort = ComparisonSort.open(device, numbers, ComparisonSortTest::byNumber, algorithm, 0)) {
            assertThat(sort.argsort(0)).isEmpty();
            assertThatThrownBy(() -> sort.argsort(1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> sort.argsort(-1)).isInstanceOf(IllegalArgumentException.class);
        }
        ComparisonSort<IntArray> sort =
                ComparisonSort.open(device, numbers, ComparisonSortTest::byNumber, algorithm, 3);
        assertThat(sort.argsort(3)).containsExactly(1, 2, 0);
        sort.close();
        sort.close();
        for (int n : new int[] {0, 3}) {
            assertThatThrownBy(() -> sort.argsort(n))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this comparison sort is closed");
        }
    }

    /** The elements that stand for NaN are not among the 64 that are compared before the kernels run. */
    @Test
    void checksWhatTheKernelsReturn() {
        IntArray numbers = new IntArray(1000);
        for (int i = 0; i < 1000; i++) {
            numbers.set(i, i % 10 == 5 ? Integer.MIN_VALUE : i * 7919 % 1009);
        }
        for (int i = 0; i < 64; i++) {
            numbers.set(i * 999 / 63, i);
        }
        SortDevice device = SortDevice.preferred();
        try (var sort = ComparisonSort.open(device, numbers, WrongComparisonTest::withNan, Algorithm.MERGE, 1000)) {
            assertThatThrownBy(() -> sort.argsort(1000))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("withNan is not a strict weak ordering");
        }
    }

    /** A sort that does not fit on any device is reported as a lack of memory, not as a failure to make a plan. */
    @Test
    void tooLargeACapacityIsReportedAsALackOfMemory() {
        assumeThat(Runtime.getRuntime().maxMemory()).as("memory of this JVM").isLessThan(16L << 30);
        SortDevice device = SortDevice.preferred();
        IntArray numbers = IntArray.fromElements(3, 1, 2);
        for (Algorithm algorithm : List.of(Algorithm.MERGE, Algorithm.SAMPLE)) {
            assertThatThrownBy(() -> ComparisonSort.open(
                    device, numbers, ComparisonSortTest::byNumber, algorithm, Integer.MAX_VALUE))
                    .isInstanceOfAny(OutOfMemoryError.class, TornadoOutOfMemoryException.class);
        }
    }

    @Test
    void aComparisonThatCannotBeCompiledIsNamed() {
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

    @Test
    void closingAComparisonSortFreesTheMemoryOfTheDevice() throws InterruptedException {
        SortDevice device = SortDevice.preferred();
        int n = 1 << 18;
        assumeFalse(List.of("ptx", "cuda").contains(device.backend()), "pinned memory is kept for later plans");
        IntArray numbers = new IntArray(n);
        ComparisonSort<IntArray> sort =
                ComparisonSort.open(device, numbers, ComparisonSortTest::byNumber, Algorithm.MERGE, n);
        sort.argsort(1000);
        long open = BufferMemory.bytes();
        sort.close();
        assertThat(open - BufferMemory.bytes()).as("bytes freed").isGreaterThan(4L * n);
        assertThatThrownBy(() -> sort.argsort(0)).isInstanceOf(IllegalStateException.class);
    }
}
