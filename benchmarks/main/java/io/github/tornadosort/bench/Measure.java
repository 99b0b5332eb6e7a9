package io.github.tornadosort.bench;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of measurements. Each needs a separate sort with its copies. A contender omits those that it does not support. */
public enum Measure {
    /** Wall time from an unsorted host array to the same array sorted. */
    END_TO_END("endToEnd"),
    /** Total time of all kernels of an end-to-end sort. */
    KERNEL("kernel"),
    /** Wall time with the data on the device before and after. */
    RESIDENT("resident");

    private final String label;

    Measure(String label) {
        this.label = label;
    }

    /** Returns the name in suites and requests. */
    String label() {
        return label;
    }

    /** @throws IllegalArgumentException if a label is unknown */
    static Set<Measure> all(List<String> labels) {
        Set<Measure> measures = EnumSet.noneOf(Measure.class);
        for (String label : labels) {
            measures.add(Arrays.stream(values())
                    .filter(measure -> measure.label.equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown measure '" + label + "', expected one of "
                            + Arrays.stream(values()).map(Measure::label).collect(Collectors.joining(", ")))));
        }
        return measures;
    }
}
