package io.github.tornadosort;

import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** All that a call may write, for tests that compare it with what was there before. */
final class CallData {
    /** Bytes per record, and per string of bytes. */
    static final int WIDTH = 20;

    final Column keys;
    final short[] shorts;
    final int[] ints;
    final long[] longs;
    final Integer[] objects;
    final byte[] records;
    final String[] strings;
    final int[] offsets;
    /** Both halves of the keys, sorted. */
    final Column first;
    final Column second;

    /**
     * @param rows the number of records and strings
     * @param needs whether a call whose name has this part is tried: other data are left empty
     * @param order the order of the halves
     */
    CallData(Column keys, int rows, Predicate<String> needs, Order order) {
        this.keys = keys;
        int n = (int) keys.size();
        shorts = new short[needs.test("INT16") || needs.test("SEVERAL") ? n : 0];
        IntStream.range(0, shorts.length).forEach(i -> shorts[i] = (short) i);
        ints = IntStream.range(0, needs.test("INT32") || needs.test("LEXSORT") ? n : 0).toArray();
        longs = IntStream.range(0, needs.test("INT64") || needs.test("SEVERAL") ? n : 0).asLongStream().toArray();
        objects = IntStream.range(0, needs.test("OBJECTS") ? n : 0).boxed().toArray(Integer[]::new);
        records = new byte[WIDTH * rows];
        IntStream.range(0, records.length).forEach(i -> records[i] = (byte) (i * 7919 >>> 13 & 3));
        strings = IntStream.range(0, rows).mapToObj(i -> "strings of " + i * 7919 % 90 + " chars").toArray(String[]::new);
        offsets = IntStream.rangeClosed(0, rows).map(i -> i * WIDTH).toArray();
        int half = needs.test("MERGE") || needs.test("SORTED") ? n / 2 : 0;
        first = sorted(keys.range(0, half), order);
        second = sorted(keys.range(half, half == 0 ? 0 : n), order);
    }

    /**
     * Copies data.
     *
     * @param arena the memory of the keys; null for the heap
     */
    CallData(CallData original, Arena arena) {
        keys = arena == null
                ? KeyData.copy(original.keys)
                : new Column(
                        arena.allocate(original.keys.segment().byteSize(), 8).copyFrom(original.keys.segment()),
                        original.keys.type());
        shorts = original.shorts.clone();
        ints = original.ints.clone();
        longs = original.longs.clone();
        objects = original.objects.clone();
        records = original.records.clone();
        strings = original.strings.clone();
        offsets = original.offsets.clone();
        first = original.first;
        second = original.second;
    }

    private static Column sorted(Column half, Order order) {
        return Operation.at(half, Reference.order(half, order));
    }

    Strings byteStrings() {
        return Strings.of(Column.of(offsets), MemorySegment.ofArray(records));
    }

    /** Returns the offsets of segments of about the same length. */
    int[] offsets(int length) {
        int n = (int) keys.size();
        return IntStream.rangeClosed(0, Math.ceilDiv(n, length)).map(i -> Math.min(n, i * length)).toArray();
    }

    boolean isSame(CallData other) {
        return keys.segment().mismatch(other.keys.segment()) == -1
                && Arrays.equals(shorts, other.shorts)
                && Arrays.equals(ints, other.ints)
                && Arrays.equals(longs, other.longs)
                && Arrays.equals(objects, other.objects)
                && Arrays.equals(strings, other.strings)
                && Arrays.equals(offsets, other.offsets)
                && Arrays.equals(records, other.records);
    }
}
