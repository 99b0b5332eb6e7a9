package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * A contender that shares the JVM and the arrays with others. It calls an operation once for each data set of the request, in
 * turn, and reports the mean time: a single call may take less than the clock can tell.
 */
final class CallContender implements Contender {
    private final About about;
    private final Calls calls;
    private final Shared shared;

    CallContender(About about, Calls calls, Shared shared) {
        this.about = about;
        this.calls = calls;
        this.shared = shared;
    }

    /**
     * The arrays of the current case, which all contenders of a process use in turn, and the last result, which all must have.
     */
    static final class Shared {
        private Request current;
        private Input[] inputs;
        private long keys;
        private long result;
        private String name;

        private Input[] of(Request request) {
            if (current == null || !request.sameCase(current) || request.copies() != current.copies()) {
                // The arrays of the case before can be collected first.
                inputs = null;
                inputs = new Input[request.copies()];
                for (int i = 0; i < inputs.length; i++) {
                    inputs[i] = new Input(request.operation(), request.type(), request.n());
                }
                current = request;
                name = null;
            }
            return inputs;
        }

        /**
         * Compares results with those that another contender had for the same keys. Describes the difference, or returns null.
         */
        private String check(String contender, long ofKeys, long ofResults) {
            boolean isOther = name != null && keys == ofKeys && result != ofResults;
            String before = name;
            keys = ofKeys;
            result = ofResults;
            name = contender;
            return isOther ? "the results of " + before + " and " + contender + " differ" : null;
        }
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        Input[] inputs = shared.of(request);
        long keys = 0;
        try (Arena arena = Arena.ofShared()) {
            Column given = request.mapped(arena);
            for (int i = 0; i < inputs.length; i++) {
                inputs[i].fill(given.range((long) i * request.n(), (i + 1L) * request.n()));
                keys = 31 * keys + Arrays.deepHashCode(new Object[] {inputs[i].keys()});
            }
        }
        Object[] results = new Object[inputs.length];
        long start = System.nanoTime();
        for (int i = 0; i < inputs.length; i++) {
            results[i] = calls.call(inputs[i]);
        }
        long nanos = System.nanoTime() - start;
        if (results[0] == null) {
            return Reply.skipped("has no " + request.operation() + " of " + request.type().label());
        }
        long digest = 0;
        for (int i = 0; i < inputs.length; i++) {
            digest = 31 * digest + inputs[i].digest(results[i]);
        }
        String wrong = shared.check(about.contender(), keys, digest);
        if (wrong != null) {
            return Reply.failed(wrong);
        }
        Reply reply = Reply.measured();
        reply.nanos().put(Metric.END_TO_END, Math.round((double) nanos / inputs.length));
        reply.counts().put(Metric.BATCH, (long) inputs.length);
        return reply;
    }

    @Override
    public void close() {
        calls.close();
    }
}
