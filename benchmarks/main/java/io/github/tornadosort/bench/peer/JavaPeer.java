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

/** Base class of peers that sort Java arrays: copies the keys from the file, times one call, and verifies the result. */
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
                return Reply.skipped("unsupported: " + request.operation() + " of " + request.type().label());
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

    /** Prepares the input and returns the call to time, or null if the operation is not supported. */
    abstract Work work(Request request, Column keys);

    @Override
    public void close() {}

    /**
     * A call to time, and a check of its result.
     *
     * @param verify describes what is wrong with the result, or returns null
     */
    record Work(Runnable call, Supplier<String> verify) {}

    /** Returns work that sorts a copy of the keys. */
    static Work sort(Column keys, MemorySegment array, Runnable call) {
        return new Work(call, () -> Verification.sorted(keys, new Column(array, keys.type())));
    }

    /** Returns work that sorts a copy of the keys together with the 32-bit values 0, 1, 2, … */
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
