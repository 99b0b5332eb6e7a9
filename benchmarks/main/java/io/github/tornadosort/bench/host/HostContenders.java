package io.github.tornadosort.bench.host;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Contender.About;
import java.util.List;

/** The contenders that share a JVM, by name. */
public final class HostContenders {
    /** Operations that begin with this start a JVM for each measurement. */
    private static final String COLD = "cold-";

    private final HostContender.SharedBatch batch = new HostContender.SharedBatch();
    private final String cores = Runtime.getRuntime().availableProcessors() + " cores";

    /**
     * Creates contenders for one operation.
     *
     * @param names their names in suites
     * @throws IllegalArgumentException if there is no contender of a name
     */
    public static List<Contender> of(List<String> names, String operation) {
        HostContenders all = new HostContenders();
        return names.stream()
                .map(name -> operation.startsWith(COLD) ? new ColdContender(name) : all.contender(name))
                .toList();
    }

    private Contender contender(String name) {
        return switch (name) {
            case "tornado-sort" -> {
                SorterCalls calls = new SorterCalls(null);
                yield new HostContender(
                        new About(name, true, "Sorter.open()", calls.device(), null, null), calls, batch);
            }
            case "host", "device" -> forced(name);
            case "Arrays.sort" -> peer(name, "java.util.Arrays.sort, or a loop of it", new JdkCalls(false));
            case "parallelSort" -> peer(name, "java.util.Arrays.parallelSort", new JdkCalls(true));
            case "fastutil" -> peer(name, "fastutil's parallelQuickSort", new FastutilCalls(false));
            case "fastutil-radix" -> peer(name, "fastutil's parallelRadixSort", new FastutilCalls(true));
            case "boxed" -> peer(name, "Arrays.parallelSort of objects with a comparator", new BoxedCalls());
            case "heap" -> peer(name, "a PriorityQueue of the smallest keys", new HeapCalls());
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    /** Returns this library forced to the host or to the device, if its options can force it. */
    private Contender forced(String name) {
        String method = name.equals("host") ? "onHost" : "onDevice";
        try {
            SortOptions.Builder builder = SortOptions.builder();
            SortOptions.Builder.class.getMethod(method).invoke(builder);
            SorterCalls calls = new SorterCalls(builder.build());
            About about = new About(name, true, "Sorter.open() with options " + method, calls.device(), null, null);
            return new HostContender(about, calls, batch);
        } catch (ReflectiveOperationException e) {
            About about = new About(name, true, "not available: SortOptions lacks " + method, cores, null, null);
            return new HostContender(about, one -> null, batch);
        }
    }

    private Contender peer(String name, String what, Calls calls) {
        return new HostContender(new About(name, false, what, cores, null, null), calls, batch);
    }
}
