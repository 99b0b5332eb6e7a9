package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.lang.foreign.Arena;
import java.util.function.Supplier;

/** Base class of contenders that sort a table: times one call on the keys of a file, and verifies the result. */
abstract class JavaPeer implements Contender {
    private final About about;

    JavaPeer(String name, boolean ours, String what) {
        this.about = new About(
                name, ours, what, Runtime.getRuntime().availableProcessors() + " cores", null);
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
}
