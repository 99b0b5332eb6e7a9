package io.github.tornadosort.bench.host;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Contender.About;
import java.util.List;

/** The contenders that share a JVM, by name. */
public final class HostContenders {
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
                .map(name -> ColdContender.measures(operation) ? new ColdContender(name) : all.contender(name))
                .toList();
    }

    private Contender contender(String name) {
        return switch (name) {
            case "tornado-sort" -> ours(name, "Sorter.open()", new SorterCalls(null), cores);
            case "host" -> ours(
                    name, "Sorter.open() with the option onHost",
                    new SorterCalls(SortOptions.builder().onHost().build()), cores);
            case "device" -> {
                SorterCalls calls = new SorterCalls(SortOptions.builder().onDevice().build());
                yield ours(name, "Sorter.open() with the option onDevice", calls, calls.device());
            }
            case "one-device" -> onDevices(name, "a sorter on the first device", 1, true);
            case "two-devices" -> onDevices(name, "a sorter on the first two devices", 2, true);
            case "two-threads" -> onDevices(name, "a sorter and a thread for each of the first two devices", 2, false);
            case "Arrays.sort" -> peer(name, "java.util.Arrays.sort, or a loop of it", new JdkCalls(false));
            case "parallelSort" -> peer(name, "java.util.Arrays.parallelSort", new JdkCalls(true));
            case "fastutil" -> peer(name, "fastutil's parallelQuickSort", new FastutilCalls(false));
            case "fastutil-radix" -> peer(name, "fastutil's parallelRadixSort", new FastutilCalls(true));
            case "boxed" -> peer(name, "Arrays.parallelSort of objects with a comparator", new BoxedCalls());
            case "heap" -> peer(name, "a PriorityQueue of the smallest keys", new HeapCalls());
            default -> throw new IllegalArgumentException("unknown contender '" + name + "'");
        };
    }

    private Contender onDevices(String name, String what, int n, boolean together) {
        DeviceCalls calls = new DeviceCalls(DeviceCalls.first(n), together);
        return ours(name, what, calls, calls.devices());
    }

    private Contender ours(String name, String what, Calls calls, String device) {
        return new HostContender(new About(name, true, what, device, null, null), calls, batch);
    }

    private Contender peer(String name, String what, Calls calls) {
        return new HostContender(new About(name, false, what, cores, null, null), calls, batch);
    }
}
