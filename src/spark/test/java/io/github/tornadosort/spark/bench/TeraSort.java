package io.github.tornadosort.spark.bench;

import io.github.tornadosort.spark.SparkSort;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * TeraGen, TeraSort and TeraValidate: files of records in the format of gensort (sortbenchmark.org), 100 bytes of which the first 10
 * are the key.
 */
final class TeraSort {
    static final int WIDTH = 100;
    static final int KEY = 10;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private TeraSort() {}

    /** Returns the record with this number. */
    static byte[] record(long number) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] key = new byte[KEY];
        random.nextBytes(key);
        ByteBuffer record = ByteBuffer.allocate(WIDTH).put(key).putShort((short) 0x0011)
                .put(("0".repeat(16) + HEX.toHexDigits(number)).getBytes(StandardCharsets.US_ASCII)).putInt(0x8899AABB);
        for (int filler = 0; filler < 12; filler++) {
            record.putInt(0x11111111 * random.nextInt(16));
        }
        return record.putInt(0xCCDDEEFF).array();
    }

    /** Returns records with the numbers from 0 on. */
    static JavaRDD<byte[]> records(JavaSparkContext spark, long n, int partitions) {
        List<Integer> parts = IntStream.range(0, partitions).boxed().toList();
        return spark.parallelize(parts, partitions).flatMap(part -> LongStream.range(
                n * part / partitions, n * (part + 1) / partitions).mapToObj(TeraSort::record).iterator());
    }

    /** TeraGen. */
    static void generate(JavaSparkContext spark, String folder, long n, int partitions) {
        write(records(spark, n, partitions), folder);
    }

    /** TeraSort. */
    static void sort(JavaSparkContext spark, String from, String to, int partitions) {
        write(sorted(read(spark, from), partitions), to);
    }

    private static JavaRDD<byte[]> read(JavaSparkContext spark, String folder) {
        return spark.binaryRecords(folder, WIDTH);
    }

    /** Sorts records by this project. */
    static JavaRDD<byte[]> sorted(JavaRDD<byte[]> records, int partitions) {
        return SparkSort.sortRecords(records, WIDTH, 0, KEY, partitions);
    }

    /** Sorts records by Spark's own sort. */
    static JavaRDD<byte[]> sortedBySpark(JavaRDD<byte[]> records, int partitions) {
        Comparator<byte[]> order = (Comparator<byte[]> & Serializable) Arrays::compareUnsigned;
        return records.mapToPair(record -> new Tuple2<>(Arrays.copyOf(record, KEY), record))
                .sortByKey(order, true, partitions).values();
    }

    /** Writes a file for each partition. A task writes under a name of its attempt, so that it may run again. */
    private static void write(JavaRDD<byte[]> records, String folder) {
        records.foreachPartition(rows -> {
            TaskContext task = TaskContext.get();
            Path part = new Path(folder, "part-%05d".formatted(task.partitionId()));
            Path attempt = new Path(folder, "_" + part.getName() + "-" + task.taskAttemptId());
            FileSystem files = part.getFileSystem(new Configuration());
            try (OutputStream out = new BufferedOutputStream(files.create(attempt), 1 << 16)) {
                while (rows.hasNext()) {
                    out.write(rows.next());
                }
            }
            files.delete(part, false);
            if (!files.rename(attempt, part)) {
                throw new IOException("cannot rename " + attempt + " to " + part);
            }
        });
    }

    /**
     * What valsort reports of records.
     *
     * @param records number of records
     * @param unordered records with a smaller key than the one before
     * @param duplicates records with the same key as the one before
     * @param checksum sum of the CRC-32s of the records, in hexadecimal digits: the same for every order of the records
     * @param hash a hash of the CRC-32s of the records, in hexadecimal digits, which depends on the order of the records
     */
    record Verdict(long records, long unordered, long duplicates, String checksum, String hash) {}

    /** TeraValidate: reads the files in the order of their names. */
    static Verdict validate(JavaSparkContext spark, String folder) throws IOException {
        Path path = new Path(folder);
        FileSystem files = path.getFileSystem(new Configuration());
        List<String> parts = Arrays.stream(files.globStatus(new Path(path, "part-*")))
                .map(file -> file.getPath().toString()).sorted().toList();
        List<Part> checked = spark.parallelize(parts, parts.size()).map(TeraSort::check).collect();
        return sum(checked);
    }

    /** Checks records in memory. */
    static Verdict validate(JavaRDD<byte[]> records) {
        return sum(records.mapPartitions(rows -> List.of(Part.of(rows)).iterator()).collect());
    }

    private static Part check(String file) {
        Path path = new Path(file);
        try (InputStream in = new BufferedInputStream(
                path.getFileSystem(new Configuration()).open(path), 1 << 16)) {
            return Part.of(new Iterator<>() {
                private byte[] next = read();

                private byte[] read() {
                    try {
                        byte[] record = in.readNBytes(WIDTH);
                        if (record.length != 0 && record.length != WIDTH) {
                            throw new IOException(path + " ends within a record");
                        }
                        return record;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                @Override
                public boolean hasNext() {
                    return next.length > 0;
                }

                @Override
                public byte[] next() {
                    byte[] record = next;
                    next = read();
                    return record;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Verdict sum(List<Part> parts) {
        long records = 0;
        long unordered = 0;
        long duplicates = 0;
        long checksum = 0;
        long hash = 0;
        byte[] last = null;
        for (Part part : parts) {
            if (part.records() == 0) {
                continue;
            }
            records += part.records();
            int order = last == null ? -1 : Arrays.compareUnsigned(last, part.first());
            unordered += part.unordered() + (order > 0 ? 1 : 0);
            duplicates += part.duplicates() + (order == 0 ? 1 : 0);
            checksum += part.checksum();
            hash = hash * power(part.records()) + part.hash();
            last = part.last();
        }
        return new Verdict(records, unordered, duplicates, Long.toHexString(checksum), Long.toHexString(hash));
    }

    /** Returns a power of the factor of {@link Part#hash}. */
    private static long power(long exponent) {
        long power = 1;
        long square = Part.FACTOR;
        for (long bits = exponent; bits > 0; bits >>= 1) {
            power *= (bits & 1) == 0 ? 1 : square;
            square *= square;
        }
        return power;
    }

    /** What is found in a part of the records, and its first and last keys. */
    private record Part(long records, long unordered, long duplicates, long checksum, long hash, byte[] first, byte[] last)
            implements Serializable {
        static final long FACTOR = 0x9E3779B97F4A7C15L;

        static Part of(Iterator<byte[]> rows) {
            CRC32 crc = new CRC32();
            long records = 0;
            long unordered = 0;
            long duplicates = 0;
            long checksum = 0;
            long hash = 0;
            byte[] first = null;
            byte[] last = null;
            while (rows.hasNext()) {
                byte[] record = rows.next();
                crc.reset();
                crc.update(record);
                checksum += crc.getValue();
                hash = hash * FACTOR + crc.getValue();
                records++;
                if (last == null) {
                    first = record;
                } else {
                    int order = Arrays.compareUnsigned(last, 0, KEY, record, 0, KEY);
                    unordered += order > 0 ? 1 : 0;
                    duplicates += order == 0 ? 1 : 0;
                }
                last = record;
            }
            return new Part(records, unordered, duplicates, checksum, hash,
                    first == null ? null : Arrays.copyOf(first, KEY), last == null ? null : Arrays.copyOf(last, KEY));
        }
    }
}
