package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import java.util.Arrays;

/** Rows of two columns, or of one and the indices of its elements. */
public final class ColumnRows extends Rows {
    private static final long LOW = 0xffffffffL;
    /** Bits of a packed row of a key of 64 bits, so that it is not negative. */
    private static final int PACKED_BITS = 63;

    private final OrderedKeys keys;
    /** Whether the sorted keys are stored. */
    private final boolean storesKeys;
    private final OrderedKeys values;
    /** Whether the values are the indices of the keys; they are not read then. */
    private final boolean areIndices;
    private final int n;
    /** Whether keys have at most 32 bits. They are packed above as many bits of a value. */
    private final boolean narrow;
    /** What is subtracted from other keys to pack them. */
    private final long base;

    /** Rows, packed if keys and values have at most 32 bits. */
    public ColumnRows(OrderedKeys keys, boolean storesKeys, OrderedKeys values, boolean areIndices) {
        this(keys, storesKeys, values, areIndices, Math.max(keys.bits(), values.bits()) <= Integer.SIZE ? Integer.SIZE : 0,
                0);
    }

    private ColumnRows(OrderedKeys keys, boolean storesKeys, OrderedKeys values, boolean areIndices, int low, long base) {
        super(low);
        this.keys = keys;
        this.storesKeys = storesKeys;
        this.values = values;
        this.areIndices = areIndices;
        this.n = Math.toIntExact(keys.size());
        this.narrow = keys.bits() <= Integer.SIZE;
        this.base = base;
    }

    /** Keys of 64 bits may have a small range. */
    @Override
    Rows pack(Crew crew) {
        int bits = areIndices ? Integer.SIZE - Integer.numberOfLeadingZeros(n) : values.bits();
        if (narrow || bits > Integer.SIZE) {
            return this;
        }
        long[] sample = new long[HostPolicy.STEPS];
        for (int i = 0; i < HostPolicy.STEPS; i++) {
            sample[i] = at((int) ((long) n * i / HostPolicy.STEPS));
        }
        Arrays.sort(sample);
        if (!fits(sample[0], sample[HostPolicy.STEPS - 1], bits)) {
            return this;
        }
        KeyRange range = KeyRange.of(keys, crew);
        return fits(range.smallest(), range.largest(), bits)
                ? new ColumnRows(keys, storesKeys, values, areIndices, bits, range.smallest())
                : this;
    }

    private static boolean fits(long least, long most, int bits) {
        return bits + Long.SIZE - Long.numberOfLeadingZeros(most - least) <= PACKED_BITS;
    }

    @Override
    int size() {
        return n;
    }

    @Override
    long at(int index) {
        return keys.at(index);
    }

    @Override
    void load(int first, long[] to, int at, int m, int[] ints) {
        keys.read(first, m, to, at, ints);
    }

    @Override
    void load(int first, int m, long[] to, long[] toLongs, int at, LocalRows local) {
        int most = local.ints.length;
        for (int done = 0; done < m; done += most) {
            int tile = Math.min(most, m - done);
            if (arePacked()) {
                loadPacked(first + done, tile, to, at + done, local.ints, local.intValues);
            } else {
                loadTwo(first + done, tile, to, toLongs, at + done, local.ints);
            }
        }
    }

    private void loadPacked(int first, int m, long[] to, int at, int[] ints, int[] intValues) {
        if (!areIndices) {
            values.read(first, m, intValues, 0);
        } else {
            for (int i = 0; i < m; i++) {
                intValues[i] = first + i;
            }
        }
        if (narrow) {
            keys.read(first, m, ints, 0);
            pack(ints, intValues, to, at, m);
        } else {
            keys.read(first, m, to, at, ints);
            pack(intValues, to, at, m, base, low);
        }
    }

    private void loadTwo(int first, int m, long[] to, long[] toLongs, int at, int[] ints) {
        keys.read(first, m, to, at, ints);
        if (!areIndices) {
            values.read(first, m, toLongs, at, ints);
        } else {
            for (int i = 0; i < m; i++) {
                toLongs[at + i] = (long) first + i ^ Integer.MIN_VALUE; // the word of an int
            }
        }
    }

    private static void pack(int[] keys, int[] values, long[] to, int at, int m) {
        for (int i = 0; i < m; i++) {
            to[at + i] = (long) keys[i] << Integer.SIZE | values[i] & LOW;
        }
    }

    private static void pack(int[] values, long[] to, int at, int m, long base, int low) {
        long mask = (1L << low) - 1;
        for (int i = 0; i < m; i++) {
            to[at + i] = to[at + i] - base << low | values[i] & mask;
        }
    }

    @Override
    void store(LocalRows local, int m, int first) {
        int most = local.ints.length;
        for (int at = 0; at < m; at += most) {
            int tile = Math.min(most, m - at);
            if (arePacked()) {
                storePacked(local, at, tile, first + at);
            } else {
                if (storesKeys) {
                    keys.write(local.rows, at, tile, first + at, local.ints);
                }
                values.write(local.values, at, tile, first + at, local.ints);
            }
        }
    }

    private void storePacked(LocalRows local, int at, int m, int first) {
        if (storesKeys && narrow) {
            unpackKeys(local.rows, at, m, (int) local.least, local.ints);
            keys.write(local.ints, 0, m, first);
        } else if (storesKeys) {
            unpackKeys(local.rows, at, m, low, base + local.least, local.spare);
            keys.write(local.spare, 0, m, first, local.ints);
        }
        unpackValues(local.rows, at, m, (int) ((1L << low) - 1), local.intValues);
        values.write(local.intValues, 0, m, first);
    }

    private static void unpackKeys(long[] rows, int at, int m, int least, int[] to) {
        for (int i = 0; i < m; i++) {
            to[i] = (int) (rows[at + i] >>> Integer.SIZE) + least;
        }
    }

    private static void unpackKeys(long[] rows, int at, int m, int low, long base, long[] to) {
        for (int i = 0; i < m; i++) {
            to[i] = (rows[at + i] >>> low) + base;
        }
    }

    private static void unpackValues(long[] rows, int at, int m, int mask, int[] to) {
        for (int i = 0; i < m; i++) {
            to[i] = (int) rows[at + i] & mask;
        }
    }

    /** Writes the indices of rows that are in order already. */
    public void storeIndices() {
        int[] tile = new int[Math.min(HostPolicy.TILE, n)];
        for (int at = 0; at < n; at += HostPolicy.TILE) {
            int m = Math.min(HostPolicy.TILE, n - at);
            for (int i = 0; i < m; i++) {
                tile[i] = at + i;
            }
            values.write(tile, 0, m, at);
        }
    }
}
