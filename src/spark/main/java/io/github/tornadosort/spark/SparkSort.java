package io.github.tornadosort.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.UnsafeRowSerializer;
import scala.Tuple2;
import scala.reflect.ClassTag;

/**
 * Sorts RDDs and data frames on a Spark cluster. Rows are packed into blocks of bytes for the partitions of the result, Spark
 * shuffles the blocks, and each task sorts its partition, on its core or on a GPU; see
 * {@link TornadoSortPlugin}.
 *
 * <p><b>Order.</b> The rows of a partition are in order, and no row of a partition comes after a row of the next one. Rows with equal
 * keys keep the order of the input, unless they are those of a data frame. They may be in two neighbouring partitions.
 *
 * <p><b>Jobs.</b> Each call runs a job that samples the input, as Spark's own sorts do. The result is lazy.
 *
 * <p><b>Memory.</b> A task sorts in memory what Spark's memory manager grants it. More rows are sorted in runs, which are written to
 * Spark's local folders and merged.
 */
public final class SparkSort {
    private static final Pattern KEY = Pattern.compile(
            "\\s*(?:`(?<quoted>[^`]+)`|(?<name>\\S+))(?:\\s+(?<order>asc|desc))?(?:\\s+nulls\\s+(?<nulls>first|last))?\\s*",
            Pattern.CASE_INSENSITIVE);

    private SparkSort() {}

    /**
     * Sorts pairs by their keys. Keys are Long, Integer, Double or Float numbers, in the order of their {@code compareTo}; values are
     * such numbers or byte arrays. All pairs have the same types, and null is not allowed.
     *
     * @param <K> the keys' type
     * @param <V> the values' type
     * @param pairs the pairs
     * @param ascending whether small keys come first
     * @param partitions number of partitions of the result
     * @return the pairs in order
     * @throws IllegalArgumentException if the number of partitions is less than 1, or the pairs have other or several types. Pairs that
     *     are not in the sample are checked by the tasks, which then fail with this exception.
     */
    public static <K, V> JavaPairRDD<K, V> sortByKey(JavaPairRDD<K, V> pairs, boolean ascending, int partitions) {
        requirePartitions(partitions);
        JavaRDD<Tuple2<K, V>> rows = JavaRDD.fromRDD(pairs.rdd(), pairs.rdd().elementClassTag());
        List<Sample<Tuple2<K, V>>> samples =
                Sample.of(rows.map(SparkSort::withoutBytes), Splitters.sampleSize(rows.getNumPartitions(), partitions));
        PairTypes types = PairTypes.ofAll(samples.stream().flatMap(sample -> sample.elements().stream()));
        if (types == null) {
            return pairs.partitionBy(new HashPartitioner(partitions));
        }
        PairCodec<K, V> codec = new PairCodec<>(types, ascending);
        Splitters splitters = Splitters.of(samples.stream().map(sample -> sample.map(codec::key)).toList(), partitions);
        return JavaPairRDD.fromJavaRDD(sortRows(rows, codec, splitters));
    }

    /** Returns a pair whose value takes little memory, for a sample. */
    @SuppressWarnings("unchecked")
    private static <K, V> Tuple2<K, V> withoutBytes(Tuple2<K, V> pair) {
        return pair._2() instanceof byte[] ? new Tuple2<>(pair._1(), (V) new byte[0]) : pair;
    }

    /**
     * Sorts records by some of their bytes, which are compared as unsigned numbers, as C's {@code memcmp} does.
     *
     * @param records the records, all of the same width
     * @param width bytes of a record
     * @param keyOffset bytes before the key in each record
     * @param keyLength bytes of the key
     * @param partitions number of partitions of the result
     * @return the records in order
     * @throws IllegalArgumentException if the number of partitions or the width is less than 1, or the key is empty or not within the
     *     record. If a record has another width, the job fails with this exception.
     */
    public static JavaRDD<byte[]> sortRecords(JavaRDD<byte[]> records, int width, int keyOffset, int keyLength,
            int partitions) {
        requirePartitions(partitions);
        if (width < 1 || keyLength < 1 || keyOffset < 0 || keyOffset > width - keyLength) {
            throw new IllegalArgumentException("a key of " + keyLength + " bytes at offset " + keyOffset
                    + " is not within a record of " + width + " bytes");
        }
        RecordCodec codec = new RecordCodec(new RowFormat(width, keyOffset, keyLength));
        List<Sample<byte[]>> keys =
                Sample.of(records.map(codec::key), Splitters.sampleSize(records.getNumPartitions(), partitions));
        return sortRows(records, codec, Splitters.of(keys, partitions));
    }

    /**
     * Sorts a data frame by some of its columns: Spark's {@code orderBy} with keys that are texts. {@link TornadoSortExec} sorts if the
     * session has {@link TornadoSortExtensions}, and Spark's own operator otherwise. A key is the name of a column, followed by
     * {@code asc} or {@code desc}, and by {@code nulls first} or {@code nulls last}, if needed, for example
     * {@code "price desc nulls last"}. The order is ascending by default, and nulls are the smallest values by default.
     *
     * <p>Rows with equal keys are in any order.
     *
     * @param rows the data frame
     * @param keys the columns to sort by, the most significant first
     * @return the rows in order
     * @throws IllegalArgumentException if there is no key, or a key is not a column
     */
    public static Dataset<Row> orderBy(Dataset<Row> rows, String... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("there is no key to sort by");
        }
        return rows.orderBy(Arrays.stream(keys).map(key -> key(key, rows)).toArray(Column[]::new));
    }

    /** Returns the key that a text describes. */
    private static Column key(String text, Dataset<Row> rows) {
        Matcher matcher = KEY.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the key \"" + text
                    + "\" is not the name of a column, followed by asc or desc, and nulls first or nulls last, if needed");
        }
        String name = matcher.group("quoted") != null ? matcher.group("quoted") : matcher.group("name");
        if (!List.of(rows.columns()).contains(name)) {
            throw new IllegalArgumentException("there is no column " + name + " in " + rows.schema().simpleString());
        }
        Column column = rows.col("`" + name.replace("`", "``") + "`");
        boolean ascending = !"desc".equalsIgnoreCase(matcher.group("order"));
        String nulls = matcher.group("nulls");
        boolean nullsFirst = nulls == null ? ascending : nulls.equalsIgnoreCase("first");
        if (ascending) {
            return nullsFirst ? column.asc_nulls_first() : column.asc_nulls_last();
        }
        return nullsFirst ? column.desc_nulls_first() : column.desc_nulls_last();
    }

    /**
     * Sends rows in blocks to their partitions and sorts them there. A non-negative int is its own hash code. Spark's serializer of rows
     * writes the bytes of a block, and not the index of its partition.
     */
    private static <T> JavaRDD<T> sortRows(JavaRDD<T> rows, RowCodec<T> codec, Splitters splitters) {
        SortMetrics metrics = SortMetrics.of(rows.context());
        ClassTag<UnsafeRow> block = ClassTag.apply(UnsafeRow.class);
        JavaRDD<Tuple2<Integer, UnsafeRow>> blocks = onExecutors(rows,
                (partition, elements) -> new BlockPacker<>(elements, partition, splitters, codec));
        ShuffledRDD<Integer, UnsafeRow, UnsafeRow> shuffled = new ShuffledRDD<>(
                blocks.rdd(), new HashPartitioner(splitters.outputs()), ClassTag.apply(Integer.class), block, block);
        shuffled.setSerializer(new UnsafeRowSerializer(0, null));
        return onExecutors(JavaRDD.fromRDD(shuffled, shuffled.elementClassTag()),
                (_, received) -> new BlockSort<>(codec, metrics).sort(received));
    }

    private static <T, R> JavaRDD<R> onExecutors(JavaRDD<T> rows, Function2<Integer, Iterator<T>, Iterator<R>> function) {
        return rows.mapPartitionsWithIndex(function, false);
    }

    private static void requirePartitions(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException(partitions + " partitions; there must be at least 1");
        }
    }
}
