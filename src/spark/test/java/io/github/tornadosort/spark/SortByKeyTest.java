package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Tuple2;

class SortByKeyTest {
    private static final int N = 20_000;

    /** A kind of keys or values. */
    private record Kind(String name, BiFunction<SplittableRandom, Integer, Object> make) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Double> DOUBLES = List.of(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE,
            Double.longBitsToDouble(0xfff8_0000_0000_0001L));
    private static final List<Long> LONGS = List.of(Long.MAX_VALUE, Long.MIN_VALUE, 0L, -1L);

    private static final List<Kind> KEYS = List.of(
            new Kind("Long", (random, i) -> i % 10 == 0 ? LONGS.get(i / 10 % LONGS.size()) : random.nextLong()),
            new Kind("few Longs", (random, _) -> random.nextLong(7)),
            new Kind("one Long", (_, _) -> 5L),
            new Kind("Integer", (random, _) -> random.nextInt()),
            new Kind("Double", (random, i) -> i % 10 == 0
                    ? DOUBLES.get(i / 10 % DOUBLES.size())
                    : random.nextDouble(-1, 1)),
            new Kind("Float", (random, i) -> i % 10 == 0
                    ? (Float) DOUBLES.get(i / 10 % DOUBLES.size()).floatValue()
                    : (Float) (float) random.nextDouble(-1, 1)));
    private static final List<Kind> VALUES = List.of(
            new Kind("Long", (_, i) -> (long) i),
            new Kind("Integer", (_, i) -> i),
            new Kind("Double", (_, i) -> (double) i),
            new Kind("byte[]", (_, i) -> Arrays.copyOf(("row " + i).getBytes(StandardCharsets.UTF_8), 4 + i % 20)));

    static Stream<Kinds> kinds() {
        return KEYS.stream().flatMap(key -> VALUES.stream()
                .filter(value -> key.equals(KEYS.getFirst()) || value.equals(VALUES.getFirst())
                        || value.equals(VALUES.getLast()))
                .map(value -> new Kinds(key, value, !value.equals(VALUES.get(1)) && !key.equals(KEYS.get(4)),
                        key.equals(KEYS.get(1)) ? 1 : 5)));
    }

    private record Kinds(Kind key, Kind value, boolean ascending, int partitions) {}

    @ParameterizedTest
    @MethodSource("kinds")
    void sortsAsAStableSortOfTheInputDoes(Kinds kind) {
        List<Tuple2<Object, Object>> pairs = pairs(kind.key(), kind.value());
        List<Tuple2<Object, Object>> expected = new ArrayList<>(pairs);
        expected.sort(kind.ascending() ? order() : order().reversed());

        JavaPairRDD<Object, Object> sorted = SparkSort.sortByKey(
                LocalSpark.context().parallelizePairs(pairs, 3), kind.ascending(), kind.partitions());

        assertThat(sorted.getNumPartitions()).isEqualTo(kind.partitions());
        assertEqual(text(sorted.collect()), text(expected));
    }

    /** Spark's own sort gives the same keys in each position. */
    @Test
    void sortsAsSparkDoes() {
        List<Tuple2<Object, Object>> pairs = pairs(KEYS.getFirst(), VALUES.getFirst());
        JavaPairRDD<Object, Object> rdd = LocalSpark.context().parallelizePairs(pairs, 3);
        Comparator<Object> order = (Comparator<Object> & Serializable) SortByKeyTest::compare;

        assertThat(SparkSort.sortByKey(rdd, false, 4).keys().collect())
                .isEqualTo(rdd.sortByKey(order, false, 4).keys().collect());
    }

    @Test
    void aFrequentKeyIsSpreadOverPartitions() {
        List<Tuple2<Object, Object>> pairs = pairs(KEYS.get(2), VALUES.getFirst());

        List<Integer> sizes = SparkSort.sortByKey(LocalSpark.context().parallelizePairs(pairs, 16), true, 4)
                .mapPartitions(rows -> {
                    int n = 0;
                    for (; rows.hasNext(); rows.next()) {
                        n++;
                    }
                    return List.of(n).iterator();
                }).collect();

        assertThat(sizes).allMatch(size -> size < N / 3);
    }

    @Test
    void noPairsAreSorted() {
        JavaPairRDD<Long, Long> none = LocalSpark.context().parallelizePairs(List.of(), 3);

        JavaPairRDD<Long, Long> sorted = SparkSort.sortByKey(none, true, 4);

        assertThat(sorted.collect()).isEmpty();
        assertThat(sorted.getNumPartitions()).isEqualTo(4);
    }

    @Test
    void refusesNoPartitions() {
        JavaPairRDD<Long, Long> none = LocalSpark.context().parallelizePairs(List.of(), 3);

        assertThatThrownBy(() -> SparkSort.sortByKey(none, true, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("0 partitions; there must be at least 1");
    }

    static Stream<Refused> refusedPairs() {
        return Stream.of(
                new Refused(List.of(new Tuple2<>("a", 1L)), "pairs of String and Long cannot be sorted"),
                new Refused(List.of(new Tuple2<>(1L, "a")), "pairs of Long and String cannot be sorted"),
                new Refused(List.of(new Tuple2<>(null, 1L)), "pairs of null and Long cannot be sorted"),
                new Refused(List.of(new Tuple2<>(1L, null)), "pairs of Long and null cannot be sorted"),
                new Refused(List.of(new Tuple2<>(1L, 1L), new Tuple2<>(1, 1L)),
                        "there are pairs of Long and Long and pairs of Integer and Long"),
                new Refused(List.of(new Tuple2<>(1L, 1L), new Tuple2<>(null, 1L)),
                        "pairs of null and Long cannot be sorted"),
                new Refused(List.of(new Tuple2<>(1L, 1L), new Tuple2<>(1L, 1)),
                        "there are pairs of Long and Long and pairs of Long and Integer"),
                new Refused(List.of(new Tuple2<>(1L, new byte[1]), new Tuple2<>(1L, 1)),
                        "there are pairs of Long and byte[] and pairs of Long and Integer"));
    }

    private record Refused(List<Tuple2<Object, Object>> pairs, String message) {}

    @ParameterizedTest
    @MethodSource("refusedPairs")
    void refusesOtherPairs(Refused refused) {
        JavaPairRDD<Object, Object> rdd = LocalSpark.context().parallelizePairs(refused.pairs(), 1);

        assertThatThrownBy(() -> SparkSort.sortByKey(rdd, true, 2))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(refused.message());
    }

    @Test
    void refusesAPairOfOtherTypesThatIsNotInTheSample() {
        List<Tuple2<Object, Object>> pairs = new ArrayList<>(pairs(KEYS.getFirst(), VALUES.getFirst()));
        pairs.set(N - 1, new Tuple2<>(1, 1L));
        JavaPairRDD<Object, Object> sorted =
                SparkSort.sortByKey(LocalSpark.context().parallelizePairs(pairs, 1), true, 2);

        assertThatThrownBy(sorted::collect).rootCause().isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a pair of Integer and Long among pairs of Long and Long");
    }

    @Test
    void refusesPartitionsOfDifferentTypes() {
        JavaPairRDD<Object, Object> rdd = LocalSpark.context().parallelizePairs(
                List.of(new Tuple2<>(1L, 1L), new Tuple2<>(1, 1L)), 2);

        assertThatThrownBy(() -> SparkSort.sortByKey(rdd, true, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pairs of Long and Long and pairs of Integer and Long");
    }

    private static List<Tuple2<Object, Object>> pairs(Kind key, Kind value) {
        SplittableRandom random = new SplittableRandom(1);
        List<Tuple2<Object, Object>> pairs = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            pairs.add(new Tuple2<>(key.make().apply(random, i), value.make().apply(random, i)));
        }
        return pairs;
    }

    /** Names the first difference only, since the lists are long. */
    private static void assertEqual(List<?> actual, List<?> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(actual.get(i)).as("row %d", i).isEqualTo(expected.get(i));
        }
    }

    private static Comparator<Tuple2<Object, Object>> order() {
        return (a, b) -> compare(a._1(), b._1());
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Returns pairs as text that differs for different keys and values. Java's serialization changes the bits of NaNs. */
    private static List<String> text(List<Tuple2<Object, Object>> pairs) {
        return pairs.stream().map(pair -> text(pair._1()) + " " + text(pair._2())).toList();
    }

    private static String text(Object object) {
        return switch (object) {
            case byte[] bytes -> Arrays.toString(bytes);
            case Double number -> "double " + Double.doubleToLongBits(number);
            case Float number -> "float " + Float.floatToIntBits(number);
            default -> object.toString();
        };
    }
}
