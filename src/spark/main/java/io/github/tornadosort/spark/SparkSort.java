package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Sorts RDDs and data frames on a Spark cluster. Rows are packed into blocks of bytes for the partitions of the result, Spark
 * shuffles the blocks, and each task sorts its partition as columns, on the executor's cores or on a GPU; see
 * {@link TornadoSortPlugin}.
 *
 * <p><b>Order.</b> The rows of a partition are in order, and no row of a partition comes after a row of the next one. Rows with equal
 * keys keep the order of the input, unless a partition is too large for the memory of its task. They may be in two neighbouring
 * partitions.
 *
 * <p><b>Jobs.</b> Each call runs a job that samples the input, as Spark's own sorts do. The result is lazy.
 *
 * <p><b>Memory.</b> A task sorts in memory what Spark's memory manager grants it. More rows are sorted in runs, which are written to
 * Spark's local folders and merged.
 */
public final class SparkSort {
    /** The largest number of rows that a task sorts in one run. */
    private static final long RUN_ROWS = 1 << 27;

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
        return sortByKey(pairs, ascending, partitions, RUN_ROWS);
    }

    static <K, V> JavaPairRDD<K, V> sortByKey(JavaPairRDD<K, V> pairs, boolean ascending, int partitions, long runRows) {
        requirePartitions(partitions);
        int sampleSize = Splitters.sampleSize(pairs.getNumPartitions(), partitions);
        List<PairSample> samples = pairs.mapPartitionsWithIndex(
                (partition, rows) -> PairSample.of(partition, rows, ascending, sampleSize), true).collect();
        PairTypes types = PairTypes.ofAll(samples.stream().map(PairSample::types).toList());
        if (types == null) {
            return pairs.partitionBy(new HashPartitioner(partitions));
        }
        NumberKeys keys = new NumberKeys(types.key(), ascending);
        Splitters splitters = Splitters.of(samples.stream().map(PairSample::keys).toList(), partitions);
        if (types.value() == null) {
            RowCodec<Tuple2<K, V>> codec = new BytesValueCodec<>(types, keys);
            return JavaPairRDD
                    .fromJavaRDD(sortRows(JavaRDD.fromRDD(pairs.rdd(), pairs.classTag()), codec, splitters, runRows));
        }
        SortMetrics metrics = SortMetrics.of(pairs.context());
        return shuffle(pairs.mapPartitionsWithIndex(
                (partition, rows) -> new NumberPacker<>(rows, partition, splitters, types, keys), false), partitions)
                .mapPartitionsToPair(blocks -> {
                    TaskContext task = TaskContext.get();
                    RunSort<Tuple2<K, V>> sort = new NumberRunSort<>(types, keys, ExecutorSorters.of(task));
                    return new PartitionSort<>(sort, task, runRows, metrics).sort(blocks);
                });
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
        return sortRecords(records, width, keyOffset, keyLength, partitions, RUN_ROWS);
    }

    static JavaRDD<byte[]> sortRecords(
            JavaRDD<byte[]> records, int width, int keyOffset, int keyLength, int partitions, long runRows) {
        requirePartitions(partitions);
        if (width < 1 || keyLength < 1 || keyOffset < 0 || keyOffset > width - keyLength) {
            throw new IllegalArgumentException("a key of " + keyLength + " bytes at offset " + keyOffset
                    + " is not within a record of " + width + " bytes");
        }
        return sortRows(records, new RecordCodec(new RowFormat.Fixed(width, keyOffset, keyLength)), partitions, runRows);
    }

    /** Samples rows, and sorts them by their keys. */
    private static <T> JavaRDD<T> sortRows(JavaRDD<T> rows, RowCodec<T> codec, int partitions, long runRows) {
        int sampleSize = Splitters.sampleSize(rows.getNumPartitions(), partitions);
        List<KeySample> samples = rows.mapPartitionsWithIndex(
                (partition, elements) -> List.of(sample(partition, elements, codec, sampleSize)).iterator(), true).collect();
        return sortRows(rows, codec, Splitters.of(samples, partitions), runRows);
    }

    private static <T> KeySample sample(int partition, Iterator<T> elements, RowCodec<T> codec, int size) {
        KeySample.Reservoir reservoir = new KeySample.Reservoir(partition, size);
        RowBuffer row = new RowBuffer();
        while (elements.hasNext()) {
            T element = elements.next();
            if (reservoir.needsNext()) {
                codec.write(element, row);
                int key = codec.format().keyFrom(row.bytes(), 0);
                reservoir.add(Arrays.copyOfRange(row.bytes(), key, key + codec.format().keyLength(row.bytes(), 0)));
            }
        }
        return reservoir.sample();
    }

    private static <T> JavaRDD<T> sortRows(JavaRDD<T> rows, RowCodec<T> codec, Splitters splitters, long runRows) {
        SortMetrics metrics = SortMetrics.of(rows.context());
        return shuffle(rows.mapPartitionsWithIndex(
                (partition, elements) -> new RowPacker<>(elements, partition, splitters, codec), false), splitters.outputs())
                .mapPartitions(blocks -> {
                    TaskContext task = TaskContext.get();
                    RunSort<T> sort = new RowRunSort<>(codec, ExecutorSorters.of(task));
                    return new PartitionSort<>(sort, task, runRows, metrics).sort(blocks);
                });
    }

    /** Sends blocks to their partitions. A non-negative int is its own hash code. */
    private static JavaPairRDD<Integer, byte[]> shuffle(JavaRDD<Tuple2<Integer, byte[]>> blocks, int partitions) {
        return JavaPairRDD.fromJavaRDD(blocks).partitionBy(new HashPartitioner(partitions));
    }

    private static void requirePartitions(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException(partitions + " partitions; there must be at least 1");
        }
    }

    /** The types and a sample of the pairs of one input partition. */
    private record PairSample(PairTypes types, KeySample keys) implements Serializable {
        static <K, V> Iterator<PairSample> of(int partition, Iterator<Tuple2<K, V>> rows, boolean ascending, int size) {
            KeySample.Reservoir reservoir = new KeySample.Reservoir(partition, size);
            PairTypes types = null;
            NumberKeys keys = null;
            while (rows.hasNext()) {
                Tuple2<K, V> pair = rows.next();
                if (types == null) {
                    types = PairTypes.of(pair);
                    keys = new NumberKeys(types.key(), ascending);
                }
                if (reservoir.needsNext()) {
                    try {
                        reservoir.add(NumberKeys.toBytes(keys.key(types.key().bits(pair._1()))));
                    } catch (ClassCastException | NullPointerException _) {
                        throw types.mismatch(pair);
                    }
                }
            }
            return List.of(new PairSample(types, reservoir.sample())).iterator();
        }
    }
}
