<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
<#assign Local = rows?then("LocalRows", "LocalSort" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.memory.HostBuffers;

/** What one sort works with: the keys, its threads, and memory that is kept for the next sort. */
class Work${W} implements AutoCloseable {
    final ${Words} keys;
    final Crew crew;
    final HostBuffers buffers;
    private final ${Local}[] locals;
<#if rows>
    /** The pieces: packed rows, or keys and values. */
    private long[] copy = {};
    private long[] values = {};
<#else>
    /** The pieces. */
    private ${key}[] copy = {};
</#if>
    private int[] ends = {};
    private int capacity;

    Work${W}(${Words} keys, Crew crew, HostBuffers buffers) {
        this.keys = keys;
        this.crew = crew;
        this.buffers = buffers;
        this.locals = new ${Local}[crew.threads()];
    }

    /**
     * Allocates memory to sort n keys.
     *
     * @param part keys in a part
<#if rows>
     */
    void allocate(int n, int part, int buckets) {
        copy = buffers.longs(n);
        values = keys.arePacked() ? values : buffers.longs(n);
        allocateLocal(Math.max(part, Math.min(n, maxBucket(n, buckets))));
        for (LocalRows local : locals) {
            local.allocateForParts();
        }
    }
<#else>
     */
    void allocate(int n, int part, int buckets) {
        allocateCopy(n);
        allocateLocal(Math.max(part, Math.min(n, maxBucket(n, buckets))));
    }

    /** Allocates memory for a copy of n keys. */
    void allocateCopy(int n) {
        if (copy.length == 0) {
            copy = buffers.${key}s(n);
        }
    }
</#if>

    /** Allocates the memory of all threads, for this number of keys each. */
    void allocateLocal(int needed) {
        if (needed <= capacity) {
            return;
        }
        release(locals);
        buffers.takeKept(${Local}.class, locals, needed);
        for (int thread = 0; thread < locals.length; thread++) {
            if (locals[thread] == null) {
                locals[thread] = new ${Local}(needed);
            }
<#if rows>
            if (!keys.arePacked()) {
                locals[thread].allocateForTwo();
            }
</#if>
        }
        capacity = needed;
    }

    private void release(${Local}[] all) {
        for (int thread = 0; thread < all.length; thread++) {
            if (all[thread] != null) {
                buffers.release(all[thread], all[thread].${rows?then("rows", "keys")}.length, ${Local}.WIDTH);
                all[thread] = null;
            }
        }
    }

    /** Returns the number of keys in the largest bucket that one thread sorts. */
    int maxBucket(int n, int buckets) {
        int average = n / buckets + 1;
        int share = n / crew.threads();
        // Half a share: a thread that got such a bucket last would keep others waiting.
        return Math.max(2 * average, Math.clamp(share / 2, HostPolicy.SHARED, HostPolicy.CACHED));
    }

    /** Returns the number of parts of n keys, each of which one thread divides into pieces of buckets. */
    int parts(int n, int buckets) {
        int longest = Math.max(2 * HostPolicy.SHARED * Integer.BYTES / ${Key}.BYTES, HostPolicy.STEPS * buckets);
        int evened = Math.clamp(n / HostPolicy.FEW, 1, Loop.PARTS_PER_THREAD * crew.threads());
        return Math.max(evened, Math.ceilDiv(n, longest));
    }

    /** Returns the array that holds the pieces. */
    ${key}[] copy() {
        return copy;
    }

<#if rows>
    /** Returns the array that holds the values of pieces that are not packed. */
    long[] values() {
        return values;
    }
</#if>

    /** Returns the memory of one thread. */
    ${Local} local(int thread) {
        return locals[thread];
    }

    /** Returns an array for the ends of all pieces. */
    int[] ends(int sources, int buckets) {
        int length = Math.multiplyExact(sources, buckets);
        if (ends.length < length) {
            buffers.release(ends);
            ends = buffers.ints(length);
        }
        return ends;
    }

    /** Gives all memory back. */
    @Override
    public void close() {
        release(locals);
<#if rows>
        buffers.release(values);
</#if>
        buffers.release(copy);
        buffers.release(ends);
    }
}
