package io.github.tornadosort.internal.host.rows;

/** Rows in the form in which they are sorted. */
final class ArrayRows extends Rows {
    private final long[] rows;
    private final long[] values;
    private final int from;
    private final int n;

    /**
     * @param rows n packed rows from an index on, or keys
     * @param values the values; not used if rows are packed
     */
    ArrayRows(long[] rows, long[] values, int from, int n, int low) {
        super(low);
        this.rows = rows;
        this.values = values;
        this.from = from;
        this.n = n;
    }

    @Override
    int size() {
        return n;
    }

    @Override
    long at(int index) {
        return rows[from + index] >> low;
    }

    @Override
    void load(int first, long[] to, int at, int m, int[] ints) {
        for (int i = 0; i < m; i++) {
            to[at + i] = rows[from + first + i] >> low;
        }
    }

    @Override
    void load(int first, int m, long[] to, long[] toValues, int at, LocalRows local) {
        System.arraycopy(rows, from + first, to, at, m);
        if (!arePacked()) {
            System.arraycopy(values, from + first, toValues, at, m);
        }
    }

    @Override
    void store(LocalRows local, int m, int first) {
        local.addLeast(m, low);
        System.arraycopy(local.rows, 0, rows, from + first, m);
        if (!arePacked()) {
            System.arraycopy(local.values, 0, values, from + first, m);
        }
    }
}
