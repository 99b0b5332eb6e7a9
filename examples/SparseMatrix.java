import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Converts a sparse matrix from coordinate triples (row, column, value) in any order to compressed sparse rows. The key of a
 * triple has the row in its upper half and the column in its lower half. The sort runs passes only for bits that vary, and
 * moves the values with the keys. Triples with the same row and column keep their order.
 *
 * <p>{@code scripts/tornado-sort run examples/SparseMatrix.java [rows [triples]]}
 */
public final class SparseMatrix {
    /** The maximum number of triples for which the result is compared with the JDK's sort. */
    private static final int MAX_VERIFIED = 1 << 20;

    private SparseMatrix() {}

    /** Triples. The three arrays have the same length. */
    public record Triples(int[] rows, int[] columns, float[] values) {
        /**
         * Returns random triples of a square matrix: many in the first rows, few in the last ones, at least one in the last.
         */
        public static Triples random(int rows, int count, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] rowOf = IntStream.generate(() -> random.nextInt(1 + random.nextInt(rows))).limit(count).toArray();
            rowOf[0] = rows - 1;
            int[] columnOf = random.ints(count, 0, rows).toArray();
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                values[i] = random.nextInt(-1000, 1000) / 8f;
            }
            return new Triples(rowOf, columnOf, values);
        }
    }

    /**
     * Compressed sparse rows.
     *
     * @param starts the index of the first element of each row, followed by the number of elements
     * @param columns the column of each element
     * @param values the value of each element
     * @param stats the stats of the sort
     */
    public record Csr(int[] starts, int[] columns, float[] values, SortStats stats) {}

    /** Converts the triples of a matrix with the given number of rows. */
    public static Csr compress(Sorter sorter, Triples triples, int rows) {
        int count = triples.rows().length;
        long[] keys = new long[count];
        Arrays.setAll(keys, i -> (long) triples.rows()[i] << Integer.SIZE | triples.columns()[i]);
        float[] values = triples.values().clone();
        SortStats stats = sorter.sort(Column.of(keys), Column.of(values));
        int[] starts = new int[rows + 1];
        int row = 0;
        for (int i = 0; i < count; i++) {
            while (row < keys[i] >>> Integer.SIZE) {
                starts[++row] = i;
            }
        }
        Arrays.fill(starts, row + 1, rows + 1, count);
        return new Csr(starts, Arrays.stream(keys).mapToInt(key -> (int) key).toArray(), values, stats);
    }

    public static void main(String[] args) {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1 << 20;
        Triples triples = Triples.random(rows, count, 1);
        try (Sorter sorter = Sorter.open()) {
            Csr csr = compress(sorter, triples, rows);
            String proof = count <= MAX_VERIFIED ? verify(triples, csr) : "";
            System.out.printf("%d triples to %d rows%s; the sort ran %d passes and skipped %d, %.2f ms%n",
                    count, rows, proof, csr.stats().passesIssued(), csr.stats().passesSkipped(),
                    csr.stats().kernelNanos() / 1e6);
        }
    }

    /** Compares the result with the triples in the order of the JDK's sort. */
    private static String verify(Triples triples, Csr csr) {
        Integer[] order = IntStream.range(0, triples.rows().length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.<Integer>comparingInt(i -> triples.rows()[i])
                .thenComparingInt(i -> triples.columns()[i]));
        for (int row = 0; row + 1 < csr.starts().length; row++) {
            for (int i = csr.starts()[row]; i < csr.starts()[row + 1]; i++) {
                int triple = order[i];
                if (triples.rows()[triple] != row
                        || triples.columns()[triple] != csr.columns()[i]
                        || triples.values()[triple] != csr.values()[i]) {
                    throw new IllegalStateException("element " + i + ", in row " + row + ", is not triple " + triple);
                }
            }
        }
        if (csr.starts()[csr.starts().length - 1] != order.length) {
            throw new IllegalStateException("the rows do not contain all triples");
        }
        return ", same as sorted by the JDK";
    }
}
