package uk.ac.manchester.tornado.jvm;

/**
 * An array in the memory of the checked device. Every access is checked against its bounds, and every read against what
 * was written before. Rewritten kernels call the static methods in the place of native arrays' methods and of Java's
 * own array instructions; {@code place} is the number of the {@linkplain SourceLocations place} in the source.
 *
 * <p>All accesses pass through {@link #read} and {@link #write}, which also look for races, in the array's {@link
 * History}.
 */
public final class CheckedArray {

    /** Who sees an array, and how messages name it. */
    enum Space {
        /** The whole device: an argument of the task. */
        GLOBAL,
        /** A work-group. */
        LOCAL,
        /** One work-item. */
        PRIVATE
    }

    private final Space space;
    private final String origin;
    private final int elementBytes;
    /** The elements' bits, sign-extended. */
    private final long[] bits;

    private final boolean[] written;

    /** Null for a private array, which nobody races for. */
    private History history;

    /** Another array of the graph that shares memory with this one on the host; null if there is none. */
    private String alias;

    private CheckedArray(Space space, int size, int elementBytes, String origin) {
        this.space = space;
        this.elementBytes = elementBytes;
        this.origin = origin;
        this.bits = new long[size];
        this.written = new boolean[size];
    }

    /** An array of the host's, on the device; {@link #beginLaunch} has to come before kernels use it. */
    static CheckedArray global(int size, int elementBytes) {
        return new CheckedArray(Space.GLOBAL, size, elementBytes, "");
    }

    /** @param place where in the source the array is made */
    static CheckedArray local(int size, int elementBytes, int place, Clock clock) {
        CheckedArray cells = new CheckedArray(Space.LOCAL, size, elementBytes, SourceLocations.at(place));
        cells.beginLaunch(clock);
        return cells;
    }

    /** Accesses to come are in the order of this clock, and after all that were. */
    void beginLaunch(Clock clock) {
        if (history == null) {
            history = new History(bits.length);
        }
        history.begin(clock);
    }

    void markAlias(String other) {
        alias = other;
    }

    boolean isGlobal() {
        return space == Space.GLOBAL;
    }

    int size() {
        return bits.length;
    }

    long bytes() {
        return (long) bits.length * elementBytes;
    }

    boolean isWritten(int index) {
        return written[index];
    }

    long bits(int index) {
        return bits[index];
    }

    void put(int index, long value) {
        bits[index] = value;
        written[index] = true;
    }

    private static long read(CheckedArray cells, int index, int place) {
        if (index < 0 || index >= cells.bits.length) {
            throw cells.outOfBounds("reads", index, place);
        }
        History history = cells.history;
        if (history != null) {
            cells.requireOrder("reads", index, place, history.racingWrite(index), "writes");
            history.read(index, place);
        }
        if (!cells.written[index]) {
            throw AccessFault.unwritten(cells, index, place);
        }
        return cells.bits[index];
    }

    private static void write(CheckedArray cells, int index, long value, int place) {
        if (index < 0 || index >= cells.bits.length) {
            throw cells.outOfBounds("writes", index, place);
        }
        if (cells.alias != null) {
            throw new AccessFault(cells, place, "writes %s[" + index + "], which shares memory with " + cells.alias
                    + " of the same graph; devices have a copy of each, and this write changes one of them");
        }
        History history = cells.history;
        if (history != null) {
            cells.requireOrder("writes", index, place, history.racingWrite(index), "writes");
            cells.requireOrder("writes", index, place, history.racingRead(index), "reads");
            history.write(index, place);
        }
        cells.put(index, value);
    }

    private void requireOrder(String verb, int index, int place, long other, String otherVerb) {
        if (other != Clock.NEVER) {
            throw AccessFault.race(this, index, place, verb, other, otherVerb);
        }
    }

    private AccessFault outOfBounds(String verb, int index, int place) {
        return new AccessFault(
                this, place, verb + " %s[" + index + "] out of bounds: the array has " + bits.length + " elements");
    }

    /** A private array: {@code new int[size]} in a kernel, which devices do not set to zero. */
    public static CheckedArray newPrivate(int size, int elementBytes, int place) {
        if (size < 0) {
            throw new AccessFault(null, place, "makes a private array of " + size + " elements");
        }
        return new CheckedArray(Space.PRIVATE, size, elementBytes, SourceLocations.at(place));
    }

    /** Helper methods check the arrays they are handed. */
    @SuppressWarnings("OrphanedFormatString") // the fault puts the array's name in
    public static void refuseLocal(CheckedArray cells, int place) {
        if (cells != null && cells.space == Space.LOCAL) {
            throw new AccessFault(
                    cells,
                    place,
                    "is a helper method that is handed %s: OpenCL and PTX code reads it some elements off;"
                            + " use local arrays in the kernel's own body");
        }
    }

    public static int length(CheckedArray cells) {
        return cells.bits.length;
    }

    public static int getInt(CheckedArray cells, int index, int place) {
        return (int) read(cells, index, place);
    }

    public static long getLong(CheckedArray cells, int index, int place) {
        return read(cells, index, place);
    }

    public static float getFloat(CheckedArray cells, int index, int place) {
        return Float.intBitsToFloat((int) read(cells, index, place));
    }

    public static double getDouble(CheckedArray cells, int index, int place) {
        return Double.longBitsToDouble(read(cells, index, place));
    }

    public static short getShort(CheckedArray cells, int index, int place) {
        return (short) read(cells, index, place);
    }

    public static char getChar(CheckedArray cells, int index, int place) {
        return (char) read(cells, index, place);
    }

    public static byte getByte(CheckedArray cells, int index, int place) {
        return (byte) read(cells, index, place);
    }

    /** A byte that the kernel masks with 0xFF in the same expression. */
    @SuppressWarnings("OrphanedFormatString") // the fault puts the array's name in
    public static byte getMaskedByte(CheckedArray cells, int index, int place) {
        if (cells.space == Space.LOCAL) {
            throw new AccessFault(
                    cells, place, "masks a byte of %s with 0xFF, which OpenCL code loses; use a local array of ints");
        }
        return getByte(cells, index, place);
    }

    public static void setInt(CheckedArray cells, int index, int value, int place) {
        write(cells, index, value, place);
    }

    public static void setLong(CheckedArray cells, int index, long value, int place) {
        write(cells, index, value, place);
    }

    public static void setFloat(CheckedArray cells, int index, float value, int place) {
        write(cells, index, Float.floatToRawIntBits(value), place);
    }

    public static void setDouble(CheckedArray cells, int index, double value, int place) {
        write(cells, index, Double.doubleToRawLongBits(value), place);
    }

    public static void setShort(CheckedArray cells, int index, int value, int place) {
        write(cells, index, (short) value, place);
    }

    public static void setChar(CheckedArray cells, int index, int value, int place) {
        write(cells, index, (char) value, place);
    }

    public static void setByte(CheckedArray cells, int index, int value, int place) {
        write(cells, index, (byte) value, place);
    }

    @Override
    public String toString() {
        return (space == Space.LOCAL ? "the local array of " : "the private array of ") + origin;
    }
}
