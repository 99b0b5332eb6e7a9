package uk.ac.manchester.tornado.jvm;

/**
 * An array in the memory of the checked device. Every access is checked against its bounds, and every read against what
 * was written before. Rewritten kernels call the static methods in the place of native arrays' methods and of Java's
 * own array instructions; {@code place} says where in the source that is.
 *
 * <p>All accesses pass through {@link #read} and {@link #write}: what else is to be known about a cell belongs there.
 */
public final class Cells {

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

    /** @param origin where in the source the array is made; empty for a global one */
    Cells(Space space, int size, int elementBytes, String origin) {
        this.space = space;
        this.elementBytes = elementBytes;
        this.origin = origin;
        this.bits = new long[size];
        this.written = new boolean[size];
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

    private static long read(Cells cells, int index, String place) {
        if (index < 0 || index >= cells.bits.length) {
            throw cells.outOfBounds("reads", index, place);
        }
        if (!cells.written[index]) {
            throw new AccessFault(cells, place, "reads %s[" + index + "], which nothing has written");
        }
        return cells.bits[index];
    }

    private static void write(Cells cells, int index, long value, String place) {
        if (index < 0 || index >= cells.bits.length) {
            throw cells.outOfBounds("writes", index, place);
        }
        cells.put(index, value);
    }

    private AccessFault outOfBounds(String verb, int index, String place) {
        return new AccessFault(
                this, place, verb + " %s[" + index + "] out of bounds: the array has " + bits.length + " elements");
    }

    /** A private array: {@code new int[size]} in a kernel, which devices do not set to zero. */
    public static Cells newPrivate(int size, int elementBytes, String place) {
        if (size < 0) {
            throw new AccessFault(null, place, "makes a private array of " + size + " elements");
        }
        return new Cells(Space.PRIVATE, size, elementBytes, place);
    }

    /** Helper methods check the arrays they are handed. */
    public static void refuseLocal(Cells cells, String place) {
        if (cells != null && cells.space == Space.LOCAL) {
            throw new AccessFault(
                    cells,
                    place,
                    "is a helper method that is handed %s: OpenCL and PTX code reads it some elements off;"
                            + " use local arrays in the kernel's own body");
        }
    }

    public static int length(Cells cells) {
        return cells.bits.length;
    }

    public static int getInt(Cells cells, int index, String place) {
        return (int) read(cells, index, place);
    }

    public static long getLong(Cells cells, int index, String place) {
        return read(cells, index, place);
    }

    public static float getFloat(Cells cells, int index, String place) {
        return Float.intBitsToFloat((int) read(cells, index, place));
    }

    public static double getDouble(Cells cells, int index, String place) {
        return Double.longBitsToDouble(read(cells, index, place));
    }

    public static short getShort(Cells cells, int index, String place) {
        return (short) read(cells, index, place);
    }

    public static char getChar(Cells cells, int index, String place) {
        return (char) read(cells, index, place);
    }

    public static byte getByte(Cells cells, int index, String place) {
        return (byte) read(cells, index, place);
    }

    /** A byte that the kernel masks with 0xFF in the same expression. */
    public static byte getMaskedByte(Cells cells, int index, String place) {
        if (cells.space == Space.LOCAL) {
            throw new AccessFault(
                    cells, place, "masks a byte of %s with 0xFF, which OpenCL code loses; use a local array of ints");
        }
        return getByte(cells, index, place);
    }

    public static void setInt(Cells cells, int index, int value, String place) {
        write(cells, index, value, place);
    }

    public static void setLong(Cells cells, int index, long value, String place) {
        write(cells, index, value, place);
    }

    public static void setFloat(Cells cells, int index, float value, String place) {
        write(cells, index, Float.floatToRawIntBits(value), place);
    }

    public static void setDouble(Cells cells, int index, double value, String place) {
        write(cells, index, Double.doubleToRawLongBits(value), place);
    }

    public static void setShort(Cells cells, int index, int value, String place) {
        write(cells, index, (short) value, place);
    }

    public static void setChar(Cells cells, int index, int value, String place) {
        write(cells, index, (char) value, place);
    }

    public static void setByte(Cells cells, int index, int value, String place) {
        write(cells, index, (byte) value, place);
    }

    @Override
    public String toString() {
        return (space == Space.LOCAL ? "the local array of " : "the private array of ") + origin;
    }
}
