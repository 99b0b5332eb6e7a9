package io.github.tornadosort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Byte strings as Arrow lays them out, with bytes before the first string, and bytes and bits after the last one. */
record ByteStringColumn(Strings strings, int before, int after) {
    private static final int BEFORE = 5;
    private static final int AFTER = 3;
    private static final byte FILLER = 42;

    /** @param elements null elements have bytes too */
    static ByteStringColumn of(byte[][] elements, KeyType offsetType, boolean withValidity, Arena arena) {
        long total = 0;
        for (byte[] element : elements) {
            total += element == null ? 2 : element.length;
        }
        MemorySegment bytes = arena.allocate(BEFORE + total + AFTER).fill(FILLER);
        MemorySegment offsets = arena.allocate((elements.length + 1L) * offsetType.bytes(), 1);
        MemorySegment validity = arena.allocate(elements.length / 8 + 2).fill((byte) -1);
        long at = BEFORE;
        for (int i = 0; i <= elements.length; i++) {
            setOffset(offsets, offsetType, i, at);
            if (i == elements.length) {
                break;
            }
            byte[] element = elements[i];
            if (element == null) {
                byte bits = validity.get(ValueLayout.JAVA_BYTE, i / 8);
                validity.set(ValueLayout.JAVA_BYTE, i / 8, (byte) (bits & ~(1 << i % 8)));
                at += 2;
            } else {
                MemorySegment.copy(element, 0, bytes, ValueLayout.JAVA_BYTE, at, element.length);
                at += element.length;
            }
        }
        return new ByteStringColumn(
                Strings.of(new Column(offsets, offsetType), bytes, withValidity ? validity : null), BEFORE, AFTER);
    }

    private static void setOffset(MemorySegment offsets, KeyType type, int index, long offset) {
        if (type == KeyType.INT32) {
            offsets.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * index, (int) offset);
        } else {
            offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * index, offset);
        }
    }

    private long offset(int index) {
        MemorySegment offsets = strings.offsets().segment();
        return strings.offsets().type() == KeyType.INT32
                ? offsets.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * index)
                : offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * index);
    }

    /** Returns the strings, and null for nulls. */
    byte[][] elements() {
        byte[][] elements = new byte[strings.size()][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = strings.isNull(i)
                    ? null
                    : strings.bytes().asSlice(offset(i), offset(i + 1) - offset(i)).toArray(ValueLayout.JAVA_BYTE);
        }
        return elements;
    }

    /** Returns whether everything around the strings is as it was. */
    boolean isFramed() {
        boolean framed = offset(0) == before && offset(strings.size()) == strings.bytes().byteSize() - after;
        for (long i = 0; i < strings.bytes().byteSize(); i++) {
            boolean outside = i < before || i >= strings.bytes().byteSize() - after;
            framed &= !outside || strings.bytes().get(ValueLayout.JAVA_BYTE, i) == FILLER;
        }
        for (long i = strings.size(); strings.validity() != null && i < 8 * strings.validity().byteSize(); i++) {
            framed &= (strings.validity().get(ValueLayout.JAVA_BYTE, i / 8) >>> i % 8 & 1) == 1;
        }
        return framed;
    }
}
