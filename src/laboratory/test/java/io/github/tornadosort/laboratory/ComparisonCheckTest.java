package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests the checks of a comparison and of a result, without a device. */
class ComparisonCheckTest {
    /** More elements than are compared with their neighbours: stretches of 1024 begin at every 2048th index. */
    private static final int N = 70_000;

    private static final int[] IDENTITY = IntStream.range(0, N).toArray();

    private static ComparisonCheck<IntArray> check(Less<IntArray> less) {
        return new ComparisonCheck<>(new IntArray(N), less, "less");
    }

    private static int[] swapped(int i, int j) {
        int[] swapped = IDENTITY.clone();
        swapped[i] = j;
        swapped[j] = i;
        return swapped;
    }

    private static int firstOutOfOrder(int... sorted) {
        return check((data, i, j) -> i < j).firstOutOfOrder(sorted);
    }

    @Test
    void findsTheFirstElementOutOfOrderInAStretch() {
        assertThat(firstOutOfOrder()).isEqualTo(0);
        assertThat(firstOutOfOrder(0)).isEqualTo(1);
        assertThat(firstOutOfOrder(1, 0)).isEqualTo(1);
        assertThat(firstOutOfOrder(IDENTITY)).isEqualTo(N);
        assertThat(firstOutOfOrder(swapped(2048, 2049))).isEqualTo(2049);
        assertThat(firstOutOfOrder(swapped(3071, 3072))).isEqualTo(3072);
        assertThat(firstOutOfOrder(swapped(3072, 3073))).isEqualTo(N);
        assertThat(firstOutOfOrder(swapped(N - 9, N - 8))).isEqualTo(N - 8);
    }

    /** With 64 stretches of 1024 elements, no element is left out. */
    @Test
    void comparesAllNeighboursOfAShortResult() {
        int n = 1 << 16;
        for (int k : new int[] {1, 1023, 1024, 1025, 3072, n - 1}) {
            assertThat(firstOutOfOrder(Arrays.copyOf(swapped(k - 1, k), n))).isEqualTo(k);
        }
    }

    /** Ten elements each are equal, except for one pair. */
    @Test
    void comparesEqualElementsWithTheFirstOfThem() {
        int[] result = IntStream.range(0, 50).toArray();
        assertThat(check((data, i, j) -> i / 10 < j / 10).firstOutOfOrder(result)).isEqualTo(50);
        assertThat(check((data, i, j) -> i / 10 < j / 10 || i == 20 && j == 25).firstOutOfOrder(result)).isEqualTo(25);
        assertThat(check((data, i, j) -> i / 10 < j / 10 || i == 24 && j == 25).firstOutOfOrder(result)).isEqualTo(25);
        assertThat(check((data, i, j) -> i / 10 < j / 10 || i == 25 && j == 20).firstOutOfOrder(result)).isEqualTo(25);
    }

    /**
     * Elements 0, 5000 and 65000 contradict each other. They are neighbours in the result only, so a search among neighbours in
     * the data does not find them.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 40_970, N - 3})
    void searchesAmongTheNeighboursOfAnElementOutOfOrder(int at) {
        int[] cycle = {0, 5000, 65_000};
        int[] others = Arrays.stream(IDENTITY).filter(i -> Arrays.binarySearch(cycle, i) < 0).toArray();
        int[] result = Stream.of(
                Arrays.copyOf(others, at), cycle, Arrays.copyOfRange(others, at, others.length))
                .flatMapToInt(Arrays::stream)
                .toArray();
        int[] rank = new int[N];
        for (int k = 0; k < N; k++) {
            rank[result[k]] = k;
        }
        Less<IntArray> less = (data, i, j) -> {
            int a = Arrays.binarySearch(cycle, i);
            int b = Arrays.binarySearch(cycle, j);
            // Element 5000 is less than 0, which is less than 65000, which is less than 5000.
            return a >= 0 && b >= 0 ? (b + 1) % 3 == a : rank[i] < rank[j];
        };
        assertThatThrownBy(() -> check(less).verify(result))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the comparison less is not a strict weak ordering: ")
                .hasMessageMatching(".*element 0\\b.*")
                .hasMessageMatching(".*element 5000\\b.*")
                .hasMessageMatching(".*element 65000\\b.*");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, N})
    void rejectsAResultThatIsNoPermutation(int index) {
        int[] result = IDENTITY.clone();
        result[2] = index;
        assertThatThrownBy(() -> check((data, i, j) -> data.get(i) < data.get(j)).verify(result))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the comparison less is not a strict weak ordering: the sort of 70000 elements lost some of them,"
                                + " although no elements were found that contradict each other");
    }

    /** A device may round differently from the JVM, so a wrong order alone does not prove that the comparison is wrong. */
    @Test
    void acceptsAPermutationWithoutContradictions() {
        check((data, i, j) -> i < j).verify(swapped(1, 2));
        check((data, i, j) -> i < j).verify(IDENTITY);
        check((data, i, j) -> i < j).verify(new int[0]);
    }

    private static void assertContradiction(String message, int n, Less<IntArray> less) {
        assertThatThrownBy(() -> check(less).search(n))
                .hasMessage("the comparison less is not a strict weak ordering: " + message);
    }

    @Test
    void namesTheElementsOfEachContradiction() {
        assertContradiction("element 1 is less than itself", 3, (data, i, j) -> i < j || i == 1 && j == 1);
        assertContradiction(
                "element 0 is less than element 2, and element 2 is less than element 0",
                3,
                (data, i, j) -> i < j || i == 2 && j == 0);
        assertContradiction(
                "element 0 is less than element 1 and element 1 is less than element 2, but element 0 is not less than element 2",
                3,
                (data, i, j) -> i + 1 == j);
        assertContradiction(
                "element 0 equals element 1 and element 1 equals element 2, but element 0 is less than element 2 (elements are"
                        + " equal if neither is less; NaN equals every number)",
                3,
                (data, i, j) -> i + 1 < j);
    }

    /** The last element is less than itself. It is in the last group, and in the sample. */
    @Test
    void searchesAllElements() {
        for (int n : new int[] {1, 48, 49, 1000}) {
            Less<IntArray> less = (data, i, j) -> i < j || i == n - 1 && j == n - 1;
            String message =
                    "the comparison less is not a strict weak ordering: element " + (n - 1) + " is less than itself";
            assertThatThrownBy(() -> check(less).search(n)).hasMessage(message);
            assertThatThrownBy(() -> check(less).sample(n)).hasMessage(message);
            assertThatThrownBy(() -> check(less).each(n)).hasMessage(message);
            check(less).each(n - 1);
        }
    }
}
