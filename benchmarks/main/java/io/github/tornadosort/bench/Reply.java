package io.github.tornadosort.bench;

import java.util.List;

/**
 * The result of one measurement.
 *
 * @param skipped why the contender does not support the operation; null if it does
 * @param failed what failed, for example a wrong result; null if nothing failed
 * @param nanos the time in nanoseconds; null if there is none
 */
record Reply(String skipped, String failed, Long nanos) {
    /** Asks for the time of all kernels, by the device's clock. */
    static final String KERNEL = "kernel";
    /** Asks for the wall time of a call, of a program, or from an unsorted host array to the same array sorted by a device. */
    static final String WALL = "endToEnd";

    /** What devices and their peers are asked for. */
    static final List<String> MEASURES = List.of(WALL, KERNEL);

    static Reply measured(long nanos) {
        return new Reply(null, null, nanos);
    }

    static Reply skipped(String why) {
        return new Reply(why, null, null);
    }

    static Reply failed(String why) {
        return new Reply(null, why, null);
    }

    boolean isMeasured() {
        return nanos != null;
    }
}
