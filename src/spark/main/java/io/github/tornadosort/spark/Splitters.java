package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Divides rows into output partitions. A splitter is a key and the index of an input partition. A row belongs to the output
 * partition whose index is the number of splitters that are smaller than the row's key and input partition. Equal keys of several
 * input partitions may therefore be spread over several output partitions, so that a frequent key does not make one partition
 * large; they keep their order. The position of a row in its input partition does not count, since a task that runs again may see
 * its rows in another order.
 *
 * @param keys the splitters' keys, in ascending order
 * @param partitions the splitters' input partitions
 */
record Splitters(byte[][] keys, int[] partitions) implements Serializable {
    /** Keys to sample for each output partition, so that the largest partition is seldom larger than twice the average. */
    private static final int KEYS_PER_PARTITION = 60;

    private static final int LEAST_SAMPLE = 1024;

    private record Candidate(byte[] key, int partition, double rows) {}

    /** Returns the number of keys to sample in each input partition. */
    static int sampleSize(int inputPartitions, int outputPartitions) {
        long all = (long) KEYS_PER_PARTITION * outputPartitions;
        return Math.clamp(all / Math.max(1, inputPartitions), LEAST_SAMPLE, 1 << 20);
    }

    /** Chooses splitters from sampled keys, such that the output partitions have about the same number of rows. */
    static Splitters of(List<Sample<byte[]>> samples, int outputPartitions) {
        List<Candidate> candidates = new ArrayList<>();
        for (Sample<byte[]> sample : samples) {
            double rows = (double) sample.rows() / sample.elements().size();
            sample.elements().forEach(key -> candidates.add(new Candidate(key, sample.partition(), rows)));
        }
        candidates.sort(Comparator.comparing(Candidate::key, Arrays::compareUnsigned).thenComparing(Candidate::partition));
        double all = candidates.stream().mapToDouble(Candidate::rows).sum();

        byte[][] keys = new byte[outputPartitions - 1][];
        int[] partitions = new int[outputPartitions - 1];
        double rows = 0;
        int chosen = 0;
        for (Candidate candidate : candidates) {
            rows += candidate.rows();
            while (chosen < keys.length && rows >= all * (chosen + 1) / outputPartitions) {
                keys[chosen] = candidate.key();
                partitions[chosen++] = candidate.partition();
            }
        }
        while (chosen < keys.length) { // no rows, or rounding
            keys[chosen] = candidates.isEmpty() ? new byte[0] : candidates.getLast().key();
            partitions[chosen++] = candidates.isEmpty() ? 0 : candidates.getLast().partition();
        }
        return new Splitters(keys, partitions);
    }

    /** Returns the number of output partitions. */
    int outputs() {
        return keys.length + 1;
    }

    /** Returns the index of the output partition for a key in a byte array. */
    int target(byte[] bytes, int from, int to, int partition) {
        int low = 0;
        int high = keys.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = Arrays.compareUnsigned(keys[middle], 0, keys[middle].length, bytes, from, to);
            if (order < 0 || order == 0 && partitions[middle] < partition) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
