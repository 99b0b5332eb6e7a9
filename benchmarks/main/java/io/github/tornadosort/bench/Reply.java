package io.github.tornadosort.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one measurement.
 *
 * @param skipped why the contender does not support the operation; null if it does
 * @param failed what failed, for example a wrong result; null if nothing failed
 * @param nanos times in nanoseconds, by their names
 */
record Reply(String skipped, String failed, Map<String, Long> nanos) {
    /** Total time of all kernels, measured by the device's clock. */
    static final String KERNEL = "kernel";
    /** Wall time: of a call, of a program from start to exit, or from an unsorted host array to the same array sorted by a device. */
    static final String WALL = "endToEnd";

    /** What devices and their peers are asked for. */
    static final List<String> MEASURES = List.of(WALL, KERNEL);

    /** Replaces a null map by an empty one. */
    Reply {
        nanos = nanos == null ? new LinkedHashMap<>() : nanos;
    }

    static Reply measured(String measure, long nanos) {
        return new Reply(null, null, Map.of(measure, nanos));
    }

    static Reply skipped(String why) {
        return new Reply(why, null, null);
    }

    static Reply failed(String why) {
        return new Reply(null, why, null);
    }

    boolean isMeasured() {
        return skipped == null && failed == null;
    }
}
