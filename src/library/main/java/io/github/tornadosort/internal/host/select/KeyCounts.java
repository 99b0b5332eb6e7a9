package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.internal.memory.HostBuffers;
import java.util.Arrays;

/**
 * A hash table that counts keys, and keeps the index of the first of equal keys. It has room for about 5,500 distinct keys. Not
 * thread-safe.
 */
final class KeyCounts {
    /** Slots of a table of distinct keys, as a power of two: of 24 bytes each, they stay in the second-level cache. */
    private static final int SLOTS_LOG = 13;
    /** Slots that are searched for a key. If none is free, two of three slots of the table are taken, or searches would take long. */
    private static final int PROBES = 64;
    /** Number of longs in a table: two per slot, the key and its entry. A search may begin at the last hash code. */
    static final int LENGTH = 2 * ((1 << SLOTS_LOG) + PROBES);
    /** 2<sup>64</sup> divided by the golden ratio (Knuth, The Art of Computer Programming, volume 3, 6.4). */
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    /** An entry holds the index of the first of equal keys above their number, and is 0 if the slot is free. */
    private final long[] table;
    private int size;

    KeyCounts(HostBuffers buffers) {
        this.table = buffers.longs(LENGTH);
        clear();
    }

    /** Removes all keys. */
    void clear() {
        Arrays.fill(table, 0, LENGTH, 0);
        size = 0;
    }

    /** Gives the memory back. */
    void release(HostBuffers buffers) {
        buffers.release(table);
    }

    /** Returns the number of distinct keys. */
    int size() {
        return size;
    }

    /** Returns the distinct keys. */
    long[] keys() {
        long[] keys = new long[size];
        for (int slot = 0, i = 0; i < size; slot += 2) {
            if (countIn(slot) > 0) {
                keys[i++] = table[slot];
            }
        }
        return keys;
    }

    /** Returns the number of keys that are equal to one in the table. */
    int count(long key) {
        return countIn(find(key));
    }

    /** Returns the index of the first of the keys that are equal to one in the table. */
    int first(long key) {
        return firstIn(find(key));
    }

    /**
     * Adds the keys at the start of an array.
     *
     * @param first the index of the first of them, which is greater than the indices of all keys in the table
     * @return false if the table is full; some keys may have been added
     */
    boolean addAll(long[] keys, int n, int first) {
        for (int i = 0; i < n; i++) {
            long key = keys[i];
            int slot = slot(key);
            if (table[slot] == key && table[slot + 1] != 0) {
                table[slot + 1]++;
            } else if (!add(key, first + i, 1)) {
                return false;
            }
        }
        return true;
    }

    /** Adds the keys of another table. Returns false if this table is full; some keys may have been added. */
    boolean addAll(KeyCounts other) {
        for (long key : other.keys()) {
            if (!add(key, other.first(key), other.count(key))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds a number of equal keys.
     *
     * @param first the index of the first of them
     * @return false if the table is full
     */
    boolean add(long key, int first, int count) {
        int slot = find(key);
        if (slot < 0) {
            return false;
        }
        int found = countIn(slot);
        long least = first;
        if (found == 0) {
            table[slot] = key;
            size++;
        } else {
            least = Math.min(first, firstIn(slot));
        }
        table[slot + 1] = least << Integer.SIZE | found + count;
        return true;
    }

    private int countIn(int slot) {
        return (int) table[slot + 1];
    }

    private int firstIn(int slot) {
        return (int) (table[slot + 1] >>> Integer.SIZE);
    }

    /** Returns the index of a key's slot, or of a free slot for it; or -1 if there is neither. */
    private int find(long key) {
        int slot = slot(key);
        for (int end = slot + 2 * PROBES; slot < end; slot += 2) {
            if (table[slot] == key || countIn(slot) == 0) {
                return slot;
            }
        }
        return -1;
    }

    /** Returns the index of the first slot that is searched for a key. */
    private int slot(long key) {
        return 2 * (int) (key * MULTIPLIER >>> Long.SIZE - SLOTS_LOG);
    }
}
