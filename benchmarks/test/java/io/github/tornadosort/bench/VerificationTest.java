package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that the verification of results finds every planted error and accepts correct results. */
class VerificationTest {
    private static final int N = 200_000;

    private final int[] keys = new SplittableRandom(7).ints(N, 0, 1000).toArray();
    private final int[] sorted = sorted(keys);
    private final int[] indices = indices(keys);

    private static int[] sorted(int[] keys) {
        int[] sorted = keys.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static int[] indices(int[] keys) {
        return IntStream.range(0, keys.length)
                .boxed()
                .sorted((a, b) -> Integer.compare(keys[a], keys[b]))
                .mapToInt(i -> i)
                .toArray();
    }

    private String ofSorted(int[] result) {
        return Verification.sorted(Column.of(keys), Column.of(result));
    }

    private String ofPairs(int[] result, int[] values) {
        return Verification.pairs(Column.of(keys), Column.of(result), MemorySegment.ofArray(values));
    }

    @Test
    void acceptsCorrectResults() {
        assertThat(ofSorted(sorted)).isNull();
        assertThat(ofPairs(sorted, indices)).isNull();
        assertThat(Verification.sorted(Column.of(new int[0]), Column.of(new int[0]))).isNull();
    }

    @Test
    void findsSwappedKeys() {
        int last = N - 1;
        int[] wrong = sorted.clone();
        wrong[last] = sorted[0];
        wrong[0] = sorted[last];
        assertThat(ofSorted(wrong)).isEqualTo("the result is not ascending at index 1");
    }

    @Test
    void findsAForeignKey() {
        int[] wrong = sorted.clone();
        wrong[0]--;
        assertThat(ofSorted(wrong)).isEqualTo("the keys of the result differ from the input");
    }

    @Test
    void findsALostKeyAndADuplicate() {
        int[] wrong = sorted.clone();
        wrong[N / 2] = wrong[N / 2 - 1];
        int changed = IntStream.range(N / 2, N).filter(i -> sorted[i] != wrong[N / 2]).findFirst().orElseThrow();
        wrong[changed] = wrong[changed - 1];
        assertThat(ofSorted(wrong)).isEqualTo("the keys of the result differ from the input");
    }

    @Test
    void findsEqualKeysInAnotherOrder() {
        int first = IntStream.range(1, N).filter(i -> sorted[i] == sorted[i - 1]).findFirst().orElseThrow();
        int[] wrong = indices.clone();
        wrong[first] = indices[first - 1];
        wrong[first - 1] = indices[first];
        assertThat(ofPairs(sorted, wrong)).contains("in a stable order at index " + first);
    }

    @Test
    void findsADuplicateIndex() {
        int[] wrong = indices.clone();
        wrong[N - 1] = wrong[N - 2];
        assertThat(ofPairs(sorted, wrong)).contains("in a stable order at index " + (N - 1));
    }

    @Test
    void findsAnIndexOutOfRange() {
        int[] wrong = indices.clone();
        wrong[5] = N;
        assertThat(ofPairs(sorted, wrong)).isEqualTo("the result is not in range at index 5");
    }
}
