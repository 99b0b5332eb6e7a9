package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.RecordShape;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/**
 * A baseline for the record shuffle of Ha, Krüger and Silva (2009, §4.7): a plain LSD radix sort of records with keys of four
 * bytes. It either moves whole records in each of the four passes, or moves keys and record indices, and then each record once.
 * Both variants share the code of the passes.
 */
public final class RecordPeer extends JavaPeer {
    /** Moves whole records in each pass. */
    public static final String CARRIED = "carried";
    /** Moves keys and record indices in each pass, and each record once after the last pass. */
    public static final String GATHERED = "gathered";

    private static final int DIGITS = 256;
    private static final int PARTS = Runtime.getRuntime().availableProcessors();

    private final boolean gathers;

    /** @param name {@link #CARRIED} or {@link #GATHERED} */
    public RecordPeer(String name) {
        super(name, "a radix sort in Java that moves " + (name.equals(GATHERED)
                ? "keys and indices in each of four passes, and then the records"
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
        long[] scratch = new long[records.length];
        long[] pairs = new long[gathers ? request.n() : 0];
        long[] pairsScratch = new long[pairs.length];
        return new Work(
                gathers ? () -> gathered(records, scratch, pairs, pairsScratch, words) : () -> sort(records, scratch, words),
                () -> Verification.records(
                        keys.segment(), MemorySegment.ofArray(records), shape.bytes(), shape.keyBytes()));
    }

    private static void gathered(long[] records, long[] scratch, long[] pairs, long[] pairsScratch, int words) {
        int n = pairs.length;
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                pairs[i] = Integer.toUnsignedLong((int) records[i * words]) | (long) i << Integer.SIZE;
            }
        });
        sort(pairs, pairsScratch, 1);
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                move(records, (int) (pairs[i] >>> Integer.SIZE), scratch, i, words);
            }
        });
        inParts(scratch.length, (part, begin, end) -> System.arraycopy(scratch, begin, records, begin, end - begin));
    }

    /** Sorts rows of several words by their first four bytes, compared as unsigned big-endian numbers. */
    private static void sort(long[] rows, long[] scratch, int words) {
        for (int shift = 24; shift > 0; shift -= 16) {
            pass(rows, scratch, words, shift);
            pass(scratch, rows, words, shift - 8);
        }
    }

    private static void pass(long[] from, long[] to, int words, int shift) {
        int n = from.length / words;
        int[][] offsets = new int[PARTS][DIGITS];
        inParts(n, (part, begin, end) -> {
            for (int i = begin; i < end; i++) {
                offsets[part][digit(from[i * words], shift)]++;
            }
        });
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int[] ofPart : offsets) {
                int count = ofPart[digit];
                ofPart[digit] = sum;
                sum += count;
            }
        }
        inParts(n, (part, begin, end) -> {
            int[] next = offsets[part];
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

    /** The body of a parallel loop, called with the index range of a part: {@code begin} inclusive, {@code end} exclusive. */
    private interface Body {
        void run(int part, int begin, int end);
    }

    /** Runs the body in parallel, with one part per core. */
    private static void inParts(int n, Body body) {
        IntStream.range(0, PARTS)
                .parallel()
                .forEach(part -> body.run(
                        part, (int) ((long) n * part / PARTS), (int) ((long) n * (part + 1) / PARTS)));
    }
}
