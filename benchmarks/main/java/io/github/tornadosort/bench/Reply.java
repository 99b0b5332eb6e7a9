package io.github.tornadosort.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of one measurement. {@link Metric} lists the names of the entries.
 *
 * @param skipped why the contender does not support the operation; null if it does
 * @param failed what failed, for example a wrong result; null if nothing failed
 * @param nanos times in nanoseconds
 * @param counts bytes of memory and numbers of calls
 */
record Reply(String skipped, String failed, Map<String, Long> nanos, Map<String, Long> counts) {
    /** Replaces null maps by empty ones. */
    Reply {
        nanos = nanos == null ? new LinkedHashMap<>() : nanos;
        counts = counts == null ? new LinkedHashMap<>() : counts;
    }

    static Reply measured() {
        return new Reply(null, null, null, null);
    }

    static Reply measured(String metric, long nanos) {
        Reply reply = measured();
        reply.nanos.put(metric, nanos);
        return reply;
    }

    static Reply skipped(String why) {
        return new Reply(why, null, null, null);
    }

    static Reply failed(String why) {
        return new Reply(null, why, null, null);
    }

    boolean isMeasured() {
        return skipped == null && failed == null;
    }
}
