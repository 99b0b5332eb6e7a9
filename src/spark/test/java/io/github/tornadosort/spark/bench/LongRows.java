package io.github.tornadosort.spark.bench;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * What is found in rows of a key and a value.
 *
 * @param rows number of rows
 * @param unordered rows with a smaller key than the one before
 * @param checksum the same for every order of the rows
 * @param first the first key
 * @param last the last key
 */
record LongRows(long rows, long unordered, long checksum, long first, long last) implements Serializable {
    /** Reads a number of a row. */
    interface Column<T> extends ToLongFunction<T>, Serializable {}

    /** Returns pairs of the keys in a file and their indices. */
    static JavaPairRDD<Long, Long> pairs(JavaSparkContext spark, String file, long n, int partitions) {
        List<Integer> parts = IntStream.range(0, partitions).boxed().toList();
        return spark.parallelize(parts, partitions).flatMapToPair(part -> {
            long from = n * part / partitions;
            LongBuffer keys = read(file, from, n * (part + 1) / partitions);
            return IntStream.range(0, keys.limit()).mapToObj(i -> new Tuple2<>(keys.get(i), from + i)).iterator();
        });
    }

    /** Maps keys of a file. */
    static LongBuffer read(String file, long from, long to) {
        try (FileChannel channel = FileChannel.open(Path.of(file))) {
            return channel.map(MapMode.READ_ONLY, from * Long.BYTES, (to - from) * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks rows. */
    static <T> LongRows of(JavaRDD<T> rows, Column<T> key, Column<T> value) {
        return rows.mapPartitions(part -> List.of(of(part, key, value)).iterator()).collect().stream()
                .filter(part -> part.rows() > 0)
                .reduce((a, b) -> new LongRows(a.rows + b.rows, a.unordered + b.unordered + (a.last > b.first ? 1 : 0),
                        a.checksum + b.checksum, a.first, b.last))
                .orElse(new LongRows(0, 0, 0, 0, 0));
    }

    private static <T> LongRows of(Iterator<T> rows, Column<T> key, Column<T> value) {
        long n = 0;
        long unordered = 0;
        long checksum = 0;
        long first = 0;
        long last = 0;
        while (rows.hasNext()) {
            T row = rows.next();
            long k = key.applyAsLong(row);
            if (n == 0) {
                first = k;
            } else if (last > k) {
                unordered++;
            }
            last = k;
            long mixed = (k * 31 + value.applyAsLong(row)) * 0x9E3779B97F4A7C15L;
            checksum += mixed ^ mixed >>> 29;
            n++;
        }
        return new LongRows(n, unordered, checksum, first, last);
    }
}
