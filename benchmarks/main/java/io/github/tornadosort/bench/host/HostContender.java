package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.BenchCase;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.lang.foreign.Arena;
import java.util.function.UnaryOperator;

/** A contender that shares the JVM and the arrays with others. */
final class HostContender implements Contender {
    private final About about;
    private final Calls calls;
    private final SharedBatch batch;

    HostContender(About about, Calls calls, SharedBatch batch) {
        this.about = about;
        this.calls = calls;
        this.batch = batch;
    }

    /** The batch of the current case, which all contenders of a process use in turn. */
    static final class SharedBatch {
        private Batch current;

        private Batch of(Request request) {
            if (current == null || !current.fits(request)) {
                // The arrays of the case before can be collected first.
                current = null;
                current = new Batch(request);
            }
            return current;
        }
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        Request possible = about.ours() ? request : ascendingAndSigned(request);
        UnaryOperator<Object> call =
                calls.of(new BenchCase(possible.operation(), possible.type(), possible.n(), "uniform"));
        if (call == null) {
            return Reply.skipped("unsupported: " + request.operation() + " of " + request.type().label());
        }
        try (Arena arena = Arena.ofShared()) {
            Column given = possible.mapped(arena);
            Batch arrays = batch.of(possible);
            arrays.fill(given);
            long nanos = arrays.meanNanos(call);
            String wrong = arrays.check(possible, given);
            if (wrong != null) {
                return Reply.failed(wrong);
            }
            Reply reply = Reply.measured();
            reply.nanos().put(Metric.END_TO_END, nanos);
            reply.counts().put(Metric.BATCH, (long) request.copies());
            return reply;
        }
    }

    /** Returns what a Java program without this library could call: an ascending sort of signed keys. */
    private static Request ascendingAndSigned(Request request) {
        return new Request(
                request.operation().equals("sort-descending") ? "sort" : request.operation(),
                Batch.signed(request.type()),
                request.n(),
                request.keys(),
                request.measures(),
                request.copies());
    }

    @Override
    public void close() {
        calls.close();
    }
}
