package io.github.tornadosort.bench.host;

import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Contender.About;
import java.util.List;

/** The contenders that share a JVM, by name. */
public final class HostContenders {
    private final CallContender.Shared shared = new CallContender.Shared();

    private HostContenders() {}

    /**
     * Creates contenders that share a JVM and their arrays.
     *
     * @param names their names in suites
     * @throws IllegalArgumentException if there is no contender of a name
     */
    public static List<Contender> of(List<String> names) {
        HostContenders all = new HostContenders();
        return names.stream().map(all::contender).toList();
    }

    private Contender contender(String name) {
        Calls calls = calls(name);
        String device = calls instanceof SorterCalls sorter
                ? sorter.device()
                : Runtime.getRuntime().availableProcessors() + " cores";
        return new CallContender(new About(name, calls instanceof SorterCalls, what(name), device, null), calls, shared);
    }

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

    static String what(String name) {
        return switch (name) {
            case "tornado-sort" -> "Sorter.open()";
            case "Arrays.sort" -> "the JDK with Arrays.sort";
            case "parallelSort" -> "the JDK with Arrays.parallelSort";
            case "fastutil" -> "fastutil's parallelQuickSort";
            default -> "fastutil's parallelRadixSort";
        };
    }
}
