package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortRecordsTest {
    private static final int N = 10_000;

    /** Keys shorter and longer than the eight bytes that are sorted first, with many and with few ties. */
    @ParameterizedTest
    @CsvSource({"8,0,8,256", "12,3,2,256", "20,1,10,256", "20,1,10,2", "40,0,40,2", "200,3,190,1",
        "9,8,1,3", "1,0,1,256", "30,2,25,1"})
    void sortsAsAStableSortByTheKeyDoes(int width, int keyOffset, int keyLength, int byteValues) {
        List<byte[]> records = records(width, byteValues);
        List<byte[]> expected = new ArrayList<>(records);
        expected.sort((a, b) -> Arrays.compareUnsigned(
                a, keyOffset, keyOffset + keyLength, b, keyOffset, keyOffset + keyLength));

        JavaRDD<byte[]> sorted = SparkSort.sortRecords(
                LocalSpark.context().parallelize(records, 4), width, keyOffset, keyLength, 3);

        List<byte[]> actual = sorted.collect();
        assertThat(actual).hasSize(N);
        for (int i = 0; i < N; i++) {
            assertThat(actual.get(i)).as("record %d", i).isEqualTo(expected.get(i));
        }
    }

    @Test
    void noRecordsAreSorted() {
        JavaRDD<byte[]> none = LocalSpark.context().parallelize(List.of(), 2);

        assertThat(SparkSort.sortRecords(none, 10, 0, 10, 3).collect()).isEmpty();
    }

    @Test
    void refusesARecordOfAnotherWidth() {
        JavaRDD<byte[]> records = LocalSpark.context().parallelize(List.of(new byte[10], new byte[9]), 1);

        assertThatThrownBy(() -> SparkSort.sortRecords(records, 10, 0, 4, 2).collect())
                .rootCause().isInstanceOf(IllegalArgumentException.class).hasMessage("a record of 9 bytes; the width is 10");
    }

    @ParameterizedTest
    @CsvSource({"0,0,1", "10,0,0", "10,-1,5", "10,6,5", "10,2147483647,5"})
    void refusesKeysThatAreNotWithinTheRecord(int width, int keyOffset, int keyLength) {
        JavaRDD<byte[]> none = LocalSpark.context().parallelize(List.of(), 2);

        assertThatThrownBy(() -> SparkSort.sortRecords(none, width, keyOffset, keyLength, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not within a record of " + width + " bytes");
    }

    /** Records of random bytes. */
    private static List<byte[]> records(int width, int byteValues) {
        SplittableRandom random = new SplittableRandom(width);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            byte[] record = new byte[width];
            for (int at = 0; at < width; at++) {
                record[at] = (byte) random.nextInt(byteValues);
            }
            records.add(record);
        }
        return records;
    }
}
