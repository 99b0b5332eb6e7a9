package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one measurement gave; {@link Metric} names its entries.
 *
 * @param skipped why this contender does not do such a thing; null if it does
 * @param failed what went wrong, a wrong result for instance; null if nothing did
 * @param nanos times
 * @param kernels device time of each kernel, all its launches together
 * @param counts passes, bytes
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Reply(
        String skipped, String failed, Map<String, Long> nanos, Map<String, Long> kernels, Map<String, Long> counts) {

    /** Absent maps are empty ones. */
    public Reply {
        nanos = nanos == null ? new LinkedHashMap<>() : nanos;
        kernels = kernels == null ? new LinkedHashMap<>() : kernels;
        counts = counts == null ? new LinkedHashMap<>() : counts;
    }

    public static Reply measured() {
        return new Reply(null, null, null, null, null);
    }

    public static Reply skipped(String why) {
        return new Reply(why, null, null, null, null);
    }

    public static Reply failed(String why) {
        return new Reply(null, why, null, null, null);
    }

    public boolean isMeasured() {
        return skipped == null && failed == null;
    }
}
