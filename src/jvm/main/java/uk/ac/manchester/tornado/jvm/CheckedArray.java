package uk.ac.manchester.tornado.jvm;

/**
 * An array in the memory of the checked device. Every access is checked against the array's bounds, and every read must be
 * of an initialized element. Rewritten kernels call the public methods instead of the native arrays' methods and Java's
 * array instructions. The parameter {@code location} is the number of a {@linkplain SourceLocations source location}.
 *
 * <p>All accesses go through {@link #get} and {@link #set}, which also detect races with the array's
 * {@link AccessHistory}.
 */
public final class CheckedArray {
    /** The address space of an array: it decides who shares the array and how messages name it. */
    enum Space {
        /** Shared by the whole device: an argument of the task. */
        GLOBAL,
        /** Shared by a work-group. */
        LOCAL,
        /** Owned by one work-item. */
        PRIVATE
    }

    private static final String ADDS = "adds to";

    private final Space space;
    private final String allocatedAt;
    private final int elementBytes;
    /** The elements' bits, sign-extended. */
    private final long[] bits;

    private final boolean[] initialized;

    /** Null for a private array, which cannot have races. */
    private AccessHistory history;

    /** The words of look-backs, or null if no kernel has added to an array of longs. */
    private LookBackWords words;

    /** Whether the running kernel may look back in this array. */
    private boolean looksBack;

    /** The name of another array of the graph that shares memory with this one on the host, or null. */
    private String alias;

    private CheckedArray(Space space, int size, int elementBytes, String allocatedAt) {
        this.space = space;
        this.elementBytes = elementBytes;
        this.allocatedAt = allocatedAt;
        this.bits = new long[size];
        this.initialized = new boolean[size];
    }

    /** Returns the device copy of an array of the host. {@link #beginLaunch} must be called before a kernel uses it. */
    static CheckedArray global(int size, int elementBytes) {
        return new CheckedArray(Space.GLOBAL, size, elementBytes, "");
    }

    /** @param location the source location of the allocation */
    static CheckedArray local(int size, int elementBytes, int location, EpochClock clock) {
        CheckedArray array = new CheckedArray(Space.LOCAL, size, elementBytes, SourceLocations.at(location));
        array.beginLaunch(clock);
        return array;
    }

    /**
     * Begins a launch: all earlier accesses are ordered before it, and the clock orders the accesses that follow.
     *
     * @param versions decides which words a look-back sees, or null if the kernel has none
     */
    void beginLaunch(EpochClock clock, Schedule versions) {
        if (versions != null && elementBytes == Long.BYTES && words == null) {
            words = new LookBackWords(this);
        }
        if (words != null) {
            words.begin(clock, versions);
        }
        looksBack = versions != null && words != null;
        beginLaunch(clock);
    }

    private void beginLaunch(EpochClock clock) {
        if (history == null) {
            history = new AccessHistory(bits.length);
        }
        history.begin(clock);
    }

    /**
     * Records that another array of the graph shares memory with this one on the host, but not on devices.
     *
     * @param other the name of that array in messages
     */
    void markAlias(String other) {
        alias = other;
    }

    boolean isGlobal() {
        return space == Space.GLOBAL;
    }

    public int size() {
        return bits.length;
    }

    /** Returns the race that a load of this launch is unless it belongs to a look-back, or null. */
    AccessFault suspectedRace() {
        return looksBack ? words.race() : null;
    }

    boolean isInitialized(int index) {
        return initialized[index];
    }

    long bits(int index) {
        return bits[index];
    }

    void put(int index, long value) {
        bits[index] = value;
        initialized[index] = true;
    }

    /** Returns the bits of an element. */
    public long get(int index, int location) {
        requireInBounds("reads", index, location);
        if (history != null) {
            long write = history.racingWrite(index);
            if (looksBack && history.isByAnotherGroup(write)) {
                return words.load(
                        index, location, AccessFault.race(this, index, location, "reads", write, "writes"));
            }
            requireOrder("reads", index, location, write, "writes");
            requireOrder("reads", index, location, history.racingAtomic(index), ADDS);
            history.read(index, location);
        }
        if (!initialized[index]) {
            throw AccessFault.uninitializedRead(this, index, location);
        }
        return bits[index];
    }

    /** Sets the bits of an element. */
    public void set(int index, long value, int location) {
        requireInBounds("writes", index, location);
        requireOneCopy("writes", index, location);
        if (history != null) {
            requireOrder("writes", index, location, history.racingWrite(index), "writes");
            requireOrder("writes", index, location, history.racingRead(index), "reads");
            requireOrder("writes", index, location, history.racingAtomic(index), ADDS);
            history.write(index, location);
        }
        if (looksBack) {
            words.store(index, value, location);
        }
        put(index, value);
    }

    /** Adds to an element of a global array as one step. */
    public void atomicAdd(int index, long value, int location) {
        requireInBounds(ADDS, index, location);
        requireOneCopy(ADDS, index, location);
        if (!initialized[index]) {
            throw AccessFault.uninitializedRead(this, index, location);
        }
        if (looksBack && value == 0) {
            words.add(index);
            return;
        }
        requireOrder(ADDS, index, location, history.racingWrite(index), "writes");
        requireOrder(ADDS, index, location, history.racingRead(index), "reads");
        history.atomic(index, location);
        long sum = bits[index] + value;
        put(index, elementBytes == Integer.BYTES ? (int) sum : sum);
    }

    private void requireOneCopy(String verb, int index, int location) {
        if (alias != null) {
            throw new AccessFault(this, location, verb + " %s[" + index + "], which shares memory with " + alias
                    + " of the same graph on the host; a device has separate copies, and this changes only one");
        }
    }

    private void requireOrder(String verb, int index, int location, long other, String otherVerb) {
        if (other != EpochClock.NEVER) {
            throw AccessFault.race(this, index, location, verb, other, otherVerb);
        }
    }

    private void requireInBounds(String verb, int index, int location) {
        if (index < 0 || index >= bits.length) {
            throw new AccessFault(this, location,
                    verb + " %s[" + index + "] out of bounds: the array has " + bits.length + " elements");
        }
    }

    /** Allocates a private array: {@code new int[size]} in a kernel. Devices do not set it to zero. */
    public static CheckedArray newPrivate(int size, int elementBytes, int location) {
        if (size < 0) {
            throw new AccessFault(null, location, "allocates a private array of " + size + " elements");
        }
        return new CheckedArray(Space.PRIVATE, size, elementBytes, SourceLocations.at(location));
    }

    /** Called by helper methods for each array parameter, because local arrays must not be passed to them. */
    @SuppressWarnings("OrphanedFormatString") // AccessFault fills in the array's name
    public static void refuseLocal(CheckedArray array, int location) {
        if (array != null && array.space == Space.LOCAL) {
            throw new AccessFault(
                    array,
                    location,
                    "is a helper method that receives %s: OpenCL and PTX code then uses a wrong offset;"
                            + " use local arrays only in the kernel itself");
        }
    }

    /** Reads a byte that the kernel masks with 0xFF in the same expression. */
    @SuppressWarnings("OrphanedFormatString") // AccessFault fills in the array's name
    public long getMaskedByte(int index, int location) {
        if (space == Space.LOCAL) {
            throw new AccessFault(
                    this, location, "masks a byte of %s with 0xFF: OpenCL code loses the mask; use a local array of ints");
        }
        return get(index, location);
    }

    @Override
    public String toString() {
        return (space == Space.LOCAL ? "the local array of " : "the private array of ") + allocatedAt;
    }
}
