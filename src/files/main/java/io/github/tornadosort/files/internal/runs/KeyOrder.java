package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.NumberText;
import io.github.tornadosort.internal.host.merge.RunMerge;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** The order of keys of one type, and how they are compared and merged in memory. */
public final class KeyOrder {
    private final KeyType type;
    private final Order sortOrder;
    private final long mask;

    public KeyOrder(KeyType type, Order sortOrder) {
        this.type = type;
        this.sortOrder = sortOrder;
        this.mask = sortOrder.bitMask(type);
    }

    public KeyType type() {
        return type;
    }

    public Order sortOrder() {
        return sortOrder;
    }

    /** Returns the number of bytes per key. */
    public int width() {
        return type.bytes();
    }

    /**
     * Moves the first of equal sorted keys to the front, and returns them.
     *
     * @param last a key that comes before all of them, or is equal to some, which are not kept then; or null
     */
    public MemorySegment keepFirst(MemorySegment last, MemorySegment sorted) {
        long kept = 0;
        for (long i = 0; i < sorted.byteSize() / width(); i++) {
            boolean isKept = kept > 0
                    ? compare(sorted, kept - 1, sorted, i) != 0
                    : last == null || compare(last, 0, sorted, i) != 0;
            if (isKept) {
                MemorySegment.copy(sorted, i * width(), sorted, kept * width(), width());
                kept++;
            }
        }
        return sorted.asSlice(0, kept * width());
    }

    /** Returns a copy of the last of some keys. */
    public MemorySegment copyOfLast(MemorySegment keys) {
        return MemorySegment.ofArray(keys.asSlice(keys.byteSize() - width()).toArray(ValueLayout.JAVA_BYTE));
    }

    /** Returns an unsigned number that has the order of the key. */
    private long ordered(MemorySegment keys, long i) {
        long bits = KeyBits.ordered(type, KeyBits.get(keys, type, i));
        return (sortOrder.isDescending() ? ~bits : bits) & mask;
    }

    /** Compares key i of {@code a} with key j of {@code b}, as a comparator does. */
    public int compare(MemorySegment a, long i, MemorySegment b, long j) {
        return Long.compareUnsigned(ordered(a, i), ordered(b, j));
    }

    /** Merges sorted keys stably: of equal keys, those of an earlier block come first. */
    void merge(List<MemorySegment> sorted, MemorySegment to) {
        new RunMerge(sorted.stream().map(keys -> new Column(keys, type)).toList(), sortOrder, new Column(to, type)).run();
    }

    /**
     * Says that a key is not in order.
     *
     * @param number the index of the key in its file
     */
    public String disorder(MemorySegment previous, MemorySegment key, long number, boolean isEqual) {
        String found = name(key, number) + " is ";
        return isEqual
                ? found + "equal to key " + (number - 1)
                : found + (sortOrder.isDescending() ? "greater" : "less") + " than " + name(previous, number - 1)
                        + ", expected " + (sortOrder.isDescending() ? "descending" : "ascending") + " order";
    }

    /**
     * Returns the name of a key in messages.
     *
     * @param number the index of the key in its file
     */
    public String name(MemorySegment key, long number) {
        return "key " + number + " (" + NumberText.format(type, KeyBits.get(key, type, 0)) + ")";
    }
}
