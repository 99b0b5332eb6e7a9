package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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
        int sampleSize = Splitters.sampleSize(rows.getNumPartitions(), partitions);
        List<PairSample> samples = onExecutors(rows, (partition, elements) -> List.of(
                PairSample.of(partition, elements, ascending, sampleSize)).iterator()).collect();
        PairTypes types = PairTypes.ofAll(samples.stream().map(PairSample::types).toList());
        if (types == null) {
            return pairs.partitionBy(new HashPartitioner(partitions));
        }
        Splitters splitters = Splitters.of(samples.stream().map(PairSample::keys).toList(), partitions);
        return JavaPairRDD.fromJavaRDD(sortRows(rows, new PairCodec<>(types, ascending), splitters));
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
        int sampleSize = Splitters.sampleSize(records.getNumPartitions(), partitions);
        List<KeySample> samples = onExecutors(records, (partition, elements) -> List.of(
                KeySample.of(partition, elements, codec, sampleSize)).iterator()).collect();
        return sortRows(records, codec, Splitters.of(samples, partitions));
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

    /** Sends rows in blocks to their partitions and sorts them there. A non-negative int is its own hash code. */
    private static <T> JavaRDD<T> sortRows(JavaRDD<T> rows, RowCodec<T> codec, Splitters splitters) {
        SortMetrics metrics = SortMetrics.of(rows.context());
        ClassTag<byte[]> bytes = ClassTag.apply(byte[].class);
        JavaRDD<Tuple2<Integer, byte[]>> blocks = onExecutors(rows,
                (partition, elements) -> new BlockPacker<>(elements, partition, splitters, codec));
        ShuffledRDD<Integer, byte[], byte[]> shuffled = new ShuffledRDD<>(
                blocks.rdd(), new HashPartitioner(splitters.outputs()), ClassTag.apply(Integer.class), bytes, bytes);
        shuffled.setSerializer(new BlockSerializer());
        return onExecutors(JavaRDD.fromRDD(shuffled, shuffled.elementClassTag()),
                (_, received) -> new BlockSort<>(codec, metrics).sort(received));
    }

    private static <T, R> JavaRDD<R> onExecutors(JavaRDD<T> rows, Function2<Integer, Iterator<T>, Iterator<R>> function) {
        return rows.mapPartitionsWithIndex(new OnExecutor<>(function), false);
    }

    private static void requirePartitions(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException(partitions + " partitions; there must be at least 1");
        }
    }

    /** The types and a sample of the pairs of one input partition. */
    private record PairSample(PairTypes types, KeySample keys) implements Serializable {
        static <K, V> PairSample of(int partition, Iterator<Tuple2<K, V>> rows, boolean ascending, int size) {
            KeySample.Reservoir reservoir = new KeySample.Reservoir(partition, size);
            RowBuffer row = new RowBuffer();
            PairCodec<K, V> codec = null;
            while (rows.hasNext()) {
                Tuple2<K, V> pair = rows.next();
                codec = codec == null ? new PairCodec<>(PairTypes.of(pair), ascending) : codec;
                if (reservoir.needsNext()) {
                    reservoir.add(codec.key(pair, row));
                }
            }
            return new PairSample(codec == null ? null : codec.types(), reservoir.sample());
        }
    }
}
