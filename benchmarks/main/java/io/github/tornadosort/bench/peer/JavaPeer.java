package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/** What peers that sort Java arrays have in common: keys copied out of the file, one timed call, a verified result. */
abstract class JavaPeer implements Contender {
    private final About about;

    JavaPeer(String name, String what) {
        this.about = new About(
                name, false, what, Runtime.getRuntime().availableProcessors() + " cores", null, null);
    }

    @Override
    public final About about() {
        return about;
    }

    @Override
    public final Reply measure(Request request) {
        try (Arena arena = Arena.ofShared()) {
            Column keys = request.mapped(arena);
            Work work = work(request, keys);
            if (work == null) {
                return Reply.skipped("no " + request.operation() + " of " + request.type().label());
            }
            long start = System.nanoTime();
            work.call().run();
            long nanos = System.nanoTime() - start;
            String wrong = work.verify().get();
            if (wrong != null) {
                return Reply.failed(wrong);
            }
            Reply reply = Reply.measured();
            reply.nanos().put(Metric.END_TO_END, nanos);
            return reply;
        }
    }

    /** The call to time, with its input prepared; null if there is no such operation. */
    abstract Work work(Request request, Column keys);

    @Override
    public void close() {}

    /**
     * A call to time, and the check of what it did.
     *
     * @param verify what is wrong with the result, or null
     */
    record Work(Runnable call, Supplier<String> verify) {}

    /** A call that sorts an array, a copy of the keys. */
    static Work sort(Column keys, MemorySegment array, Runnable call) {
        return new Work(call, () -> Verification.sorted(keys, new Column(array, keys.type())));
    }

    /** A call that sorts an array, a copy of the keys, and moves the numbers 0, 1, 2, … of 32 bits along. */
    static Work pairs(Column keys, MemorySegment array, MemorySegment numbers, Runnable call) {
        return new Work(call, () -> Verification.pairs(keys, new Column(array, keys.type()), numbers));
    }

    static byte[] bytes(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_BYTE);
    }

    static short[] shorts(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
    }

    static char[] chars(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_CHAR_UNALIGNED);
    }

    static int[] ints(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    static long[] longs(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_LONG_UNALIGNED);
    }

    static float[] floats(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    }

    static double[] doubles(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
    }
}
