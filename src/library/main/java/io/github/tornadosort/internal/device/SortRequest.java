package io.github.tornadosort.internal.device;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.WordOrder;
import io.github.tornadosort.internal.policy.Execution;

/**
 * A sort whose kernels a device is to compile before it is needed.
 *
 * @param type the keys' type
 * @param payload what moves with the keys
 * @param n number of keys, rounded up to a capacity of plans: sorts that share a plan are equal
 */
public record SortRequest(KeyType type, Payload payload, long n) {
    /** Creates a request for a sort of n keys. */
    public SortRequest {
        n = PlanCache.capacity(n);
    }

    /** Returns the shape of the plan that sorts the keys in ascending order by all bits. */
    PlanShape shape(Execution execution) {
        return PlanShape.of(type, payload, WordOrder.of(type, Order.ASCENDING, false), execution);
    }

    /**
     * Returns the number of keys of the longest chunk.
     *
     * @param most the number of keys that the device sorts in one piece
     */
    int chunk(long most) {
        return (int) Math.ceilDiv(n, Math.ceilDiv(n, most));
    }

    /** Returns whether anything moves with the keys. */
    public boolean hasPayload() {
        return payload != Payload.NONE;
    }
}
