package io.github.tornadosort.internal.device;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape.Payload;

/**
 * A sort whose kernels a device is to compile before it is needed.
 *
 * @param type the keys' type
 * @param payload what moves with the keys
 * @param n number of keys, rounded up to a capacity of plans: sorts that share a plan are equal
 * @param segments number of segments that are sorted each by itself, rounded up likewise; 0 if there is only one
 */
public record SortRequest(KeyType type, Payload payload, long n, int segments) {
    /** Creates a request for a sort of n keys. */
    public SortRequest {
        n = PlanCache.capacity(n);
        segments = segments <= 1 ? 0 : segments(n, segments);
    }

    /** Creates a request for a sort of n keys together. */
    public SortRequest(KeyType type, Payload payload, long n) {
        this(type, payload, n, 0);
    }

    /** Returns the maximum number of segments of a plan for n keys: one of three, so that few plans are compiled. */
    public static int segments(long n, int segments) {
        long most = segments <= n / 1024 ? n / 1024 : segments <= n / 16 ? n / 16 : n;
        return (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** Returns the bytes of the keys and values in a buffer of the device. */
    public long bytes() {
        return n * (Math.max(type.bytes(), Integer.BYTES) + (hasPayload() ? Integer.BYTES : 0));
    }

    /** Returns whether anything moves with the keys. */
    public boolean hasPayload() {
        return payload != Payload.NONE;
    }
}
