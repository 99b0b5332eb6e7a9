import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A sparse matrix from coordinate triples (row, column, value) in any order to compressed sparse rows. A triple's key is its
 * row above its column; the sort takes passes only for the bits in which they vary, and moves the values along. Triples of the
 * same place stay in the order that they came in.
 *
 * <p>{@code scripts/tornado-sort example SparseMatrix [rows [triples]]}
 */
public final class SparseMatrix {
    /** Most triples that are sorted by the JDK as well, to compare. */
    private static final int MOST_PROVED = 1 << 20;

    private SparseMatrix() {}

    /** Triples; the three arrays are equally long. */
    public record Triples(int[] rows, int[] columns, float[] values) {
        /** Random ones of a square matrix: many in its first rows, few in its last ones but for one in the very last. */
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
     * @param starts for each row the place of its first element, and behind the last row the number of all
     * @param columns of each element
     * @param values of each element
     */
    public record Csr(int[] starts, int[] columns, float[] values, SortStats stats) {}

    /** Sorts triples of a matrix of so many rows. */
    public static Csr compress(Sorter sorter, Triples triples, int rows) {
        int count = triples.rows().length;
        long[] keys = new long[count];
        Arrays.setAll(keys, i -> (long) triples.rows()[i] << Integer.SIZE | triples.columns()[i]);
        float[] values = triples.values().clone();
        SortStats stats = sorter.sort(Column.of(keys), Column.of(values), SortOptions.ascending());
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
            String proof = count <= MOST_PROVED ? prove(triples, csr) : "";
            System.out.printf("%d triples to %d rows%s; the sort took %d passes and spared %d, %.2f ms%n",
                    count, rows, proof, csr.stats().passesIssued(), csr.stats().passesSkipped(),
                    csr.stats().kernelNanos() / 1e6);
        }
    }

    /** Compares with the triples in the order that the JDK sorts them to. */
    private static String prove(Triples triples, Csr csr) {
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
            throw new IllegalStateException("the rows do not hold all triples");
        }
        return ", as the JDK sorts them";
    }
}
