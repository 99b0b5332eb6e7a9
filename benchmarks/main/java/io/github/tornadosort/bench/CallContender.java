package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

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

    /** One way to call operations. All ways return the same for the same input, see {@link Input}. */
    interface Calls extends AutoCloseable {
        /**
         * Calls the operation of an input once. It may overwrite the input.
         *
         * @return the result, or null if this way does not have the operation for keys of this type
         */
        Object call(Input in);

        @Override
        default void close() {}
    }

    /** @throws IllegalArgumentException if there is no contender of this name */
    static Calls calls(String name) {
        return switch (name) {
            case "tornado-sort" -> new SorterCalls();
            case "Arrays.sort" -> new PlainJava(false);
            case "parallelSort" -> new PlainJava(true);
            case "fastutil" -> new FastutilCalls(false);
            case "fastutil-radix" -> new FastutilCalls(true);
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    static About about(String name, String device) {
        return new About(name, name.equals("tornado-sort"), switch (name) {
            case "tornado-sort" -> "Sorter.open()";
            case "Arrays.sort" -> "the JDK with Arrays.sort";
            case "parallelSort" -> "the JDK with Arrays.parallelSort";
            case "fastutil" -> "fastutil's parallelQuickSort";
            default -> "fastutil's parallelRadixSort";
        }, device, null);
    }

    static String cores() {
        return Runtime.getRuntime().availableProcessors() + " cores";
    }

    /** Creates contenders that share their arrays. */
    static List<Contender> of(List<String> names) {
        Shared shared = new Shared();
        return names.stream().<Contender>map(name -> {
            Calls calls = calls(name);
            String device = calls instanceof SorterCalls sorter ? sorter.device() : cores();
            return new CallContender(about(name, device), calls, shared);
        }).toList();
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
            if (!request.equals(current)) {
                // The arrays of the case before can be collected first.
                inputs = null;
                inputs = new Input[request.copies()];
                Arrays.setAll(inputs, _ -> new Input(request.operation(), request.type(), request.n()));
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
                keys = 31 * keys + Arrays.deepHashCode(new Object[] {inputs[i].keys});
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
        Reply reply = Reply.measured(Metric.END_TO_END, Math.round((double) nanos / inputs.length));
        reply.counts().put(Metric.BATCH, (long) inputs.length);
        return reply;
    }

    @Override
    public void close() {
        calls.close();
    }
}
