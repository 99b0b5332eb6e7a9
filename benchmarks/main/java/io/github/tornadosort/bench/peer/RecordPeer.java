package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.RecordShape;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/**
 * What Ha, Krüger and Silva's record shuffle is held against (2009, §4.7): one plain radix sort, least significant digit
 * first, of records whose keys are four bytes. It either moves whole records in each of its four passes, or keys with the
 * records' numbers, and then each record once. Both do the passes by the same code, so that they differ in this alone.
 */
public final class RecordPeer extends JavaPeer {
    /** Whole records move in each pass. */
    public static final String CARRIED = "carried";
    /** Keys and numbers do, and records once, to where the last pass says. */
    public static final String GATHERED = "gathered";

    private static final int DIGITS = 256;
    private static final int PARTS = Runtime.getRuntime().availableProcessors();

    private final boolean gathers;

    /** @param name {@link #CARRIED} or {@link #GATHERED} */
    public RecordPeer(String name) {
        super(name, "a radix sort in Java that moves " + (name.equals(GATHERED)
                ? "keys and numbers in each of four passes, and then the records"
                : "whole records in each of four passes"));
        this.gathers = name.equals(GATHERED);
    }

    @Override
    Work work(Request request, Column keys) {
        RecordShape shape = RecordShape.of(request.operation());
        if (!request.operation().startsWith("records-") || shape.bytes() % Long.BYTES != 0) {
            return null;
        }
        int words = shape.bytes() / Long.BYTES;
        long[] records = keys.segment().toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        long[] room = new long[records.length];
        long[] pairs = new long[gathers ? request.n() : 0];
        long[] pairsRoom = new long[pairs.length];
        return new Work(
                gathers ? () -> gathered(records, room, pairs, pairsRoom, words) : () -> sort(records, room, words),
                () -> Verification.records(
                        keys.segment(), MemorySegment.ofArray(records), shape.bytes(), shape.keyBytes()));
    }

    private static void gathered(long[] records, long[] room, long[] pairs, long[] pairsRoom, int words) {
        int n = pairs.length;
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                pairs[i] = Integer.toUnsignedLong((int) records[i * words]) | (long) i << Integer.SIZE;
            }
        });
        sort(pairs, pairsRoom, 1);
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                move(records, (int) (pairs[i] >>> Integer.SIZE), room, i, words);
            }
        });
        inParts(room.length, (part, begin, end) -> System.arraycopy(room, begin, records, begin, end - begin));
    }

    /** Sorts things of some words each by the first four bytes, of which the first decides most. */
    private static void sort(long[] things, long[] room, int words) {
        for (int shift = 24; shift > 0; shift -= 16) {
            pass(things, room, words, shift);
            pass(room, things, words, shift - 8);
        }
    }

    private static void pass(long[] from, long[] to, int words, int shift) {
        int n = from.length / words;
        int[][] places = new int[PARTS][DIGITS];
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                places[part][digit(from[i * words], shift)]++;
            }
        });
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int[] ofPart : places) {
                int count = ofPart[digit];
                ofPart[digit] = sum;
                sum += count;
            }
        }
        inParts(n, (part, begin, end) -> {
            int[] next = places[part];
            for (int i = begin; i < end; i++) {
                move(from, i, to, next[digit(from[i * words], shift)]++, words);
            }
        });
    }

    private static int digit(long firstWord, int shift) {
        return (int) (firstWord >>> shift) & (DIGITS - 1);
    }

    private static void move(long[] from, int i, long[] to, int j, int words) {
        for (int word = 0; word < words; word++) {
            to[j * words + word] = from[i * words + word];
        }
    }

    /** A loop's body, for part {@code part}: the indexes from {@code begin} up to, not including, {@code end}. */
    private interface Body {
        void run(int part, int begin, int end);
    }

    /** One part a core. */
    private static void inParts(int n, Body body) {
        IntStream.range(0, PARTS)
                .parallel()
                .forEach(part -> body.run(
                        part, (int) ((long) n * part / PARTS), (int) ((long) n * (part + 1) / PARTS)));
    }
}
