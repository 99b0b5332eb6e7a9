package io.github.tornadosort.bench;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a case can have measured; each takes a sort of its own, and the copies around it. A contender leaves out what it cannot. */
public enum Measure {
    /** From a host array to the same array, sorted. */
    END_TO_END("endToEnd"),
    /** The kernels of that, all together. */
    KERNEL("kernel"),
    /** Both of a sort that verifies its result, from a host array. */
    VERIFIED("verified"),
    /** With the data on the device before and after. */
    RESIDENT("resident"),
    /** To the device and back with no sort between. */
    COPIES("copies"),
    /** Each kernel by itself. */
    KERNELS("kernels");

    private final String label;

    Measure(String label) {
        this.label = label;
    }

    /** As suites and requests spell it. */
    String label() {
        return label;
    }

    /** @throws IllegalArgumentException if one of the labels is none */
    static Set<Measure> all(List<String> labels) {
        Set<Measure> measures = EnumSet.noneOf(Measure.class);
        for (String label : labels) {
            measures.add(Arrays.stream(values())
                    .filter(measure -> measure.label.equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no measure '" + label + "': there are "
                            + Arrays.stream(values()).map(Measure::label).collect(Collectors.joining(", ")))));
        }
        return measures;
    }
}
