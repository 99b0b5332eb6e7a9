package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * .npy files of arrays, in C order if they have several dimensions: the keys of the last dimension are next to each other. The
 * header is described by the numpy.lib.format page of NumPy's manual: magic string, version, length of the dictionary, and the
 * dictionary with the keys descr, fortran_order and shape. Half floats are read as floats, which hold them exactly.
 */
public final class NpyArray {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** NumPy pads the header to align the data for every type. */
    private static final int ALIGNMENT = 64;

    /** More bytes than the dictionary of any one-dimensional array of numbers needs. */
    private static final int MAX_LENGTH = 1 << 16;

    private static final Pattern DESCR = Pattern.compile("['\"]descr['\"]\\s*:\\s*(\\[|['\"]([^'\"]*)['\"])");
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)\\b");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([0-9L,\\s]*)\\)");

    /** The code of half floats, which are read as floats. */
    private static final String HALF = "f2";

    /** The type of records of several fields. */
    private static final String RECORDS = "[";

    private NpyArray() {}

    /** Creates a writer of an array of this shape. */
    public static KeyWriter writer(OutputFile file, KeyType type, long... shape) throws FileSortException {
        file.write(header(descr(type), shape));
        return new BinaryWriter(file);
    }

    /** Creates a writer of an array of half floats of this shape. It takes floats. */
    public static KeyWriter halfWriter(OutputFile file, long... shape) throws FileSortException {
        file.write(header("<" + HALF, shape));
        return new HalfWriter(new BinaryWriter(file));
    }

    /** Returns a version 1 header for an array of this shape. */
    private static ByteBuffer header(String descr, long... shape) {
        StringBuilder lengths = new StringBuilder();
        for (int i = 0; i < shape.length; i++) {
            lengths.append(i == 0 ? "" : ", ").append(shape[i]).append(shape.length == 1 ? "," : "");
        }
        String dictionary = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + lengths + "), }";
        int before = MAGIC.length + 4;
        int size = Math.ceilDiv(before + dictionary.length() + 1, ALIGNMENT) * ALIGNMENT;
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) ' ');
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (size - before));
        header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
        header.put(size - 1, (byte) '\n');
        return header.rewind();
    }

    /** Opens the keys of an array of any number of dimensions. */
    public static KeyReader open(Path path, KeyType type) throws FileSortException {
        return InputFile.open(path, null, file -> open(file, type, true));
    }

    /**
     * Reads and checks the header. Returns a reader that starts at the first key.
     *
     * @param many whether the array may have several dimensions; if it has, it must have C order
     */
    static KeyReader open(InputFile file, KeyType type, boolean many) throws FileSortException {
        Header header = Header.of(file);
        if (header.type() != type) {
            throw file.error("byte 10: expected " + type.label() + " keys" + (header.descr.equals(RECORDS)
                    ? ", found records of several fields"
                    : " ('" + descr(type) + "'), found '" + header.descr + "'"));
        }
        if (header.shape.size() != 1 && !many) {
            throw file.error("byte 10: expected a one-dimensional array, found shape " + header.shapeText());
        }
        KeyType stored = header.isHalf() ? KeyType.INT16 : type;
        BigInteger count = header.shape.stream().reduce(BigInteger.ONE, BigInteger::multiply);
        long offset = file.position();
        long held = file.size() - offset;
        BigInteger declared = count.multiply(BigInteger.valueOf(stored.bytes()));
        if (!declared.equals(BigInteger.valueOf(held))) {
            throw file.error("byte " + offset + ": expected the " + count + " keys of the header's shape in " + declared
                    + " bytes, found " + held + " bytes");
        }
        BinaryReader reader = new BinaryReader(file, offset, held, stored.bytes());
        boolean swapped = header.descr.startsWith(">") && type.bytes() > 1;
        return swapped || header.isHalf() ? new Converted(reader, stored, swapped, header.isHalf()) : reader;
    }

    /** Reads keys of another byte order, or half floats. */
    private static final class Converted extends FilterKeyReader {
        private final KeyType stored;
        private final boolean swapped;
        private final boolean half;

        /** @param stored a type of the width of the keys in the file */
        private Converted(KeyReader keys, KeyType stored, boolean swapped, boolean half) {
            super(keys);
            this.stored = stored;
            this.swapped = swapped;
            this.half = half;
        }

        @Override
        public void read(MemorySegment target, LongConsumer progress) throws FileSortException {
            long n = target.byteSize() / (half ? Float.BYTES : stored.bytes());
            MemorySegment keys = target.asSlice(target.byteSize() - n * stored.bytes());
            super.read(keys, progress);
            if (swapped) {
                ParallelRanges.ranges(n, (from, to) -> {
                    for (long i = from; i < to; i++) {
                        long reversed = Long.reverseBytes(KeyBits.get(keys, stored, i));
                        KeyBits.set(keys, stored, i, reversed >>> Long.SIZE - stored.bits());
                    }
                }, keys);
            }
            // A float overwrites no half float after its own.
            for (long i = 0; half && i < n; i++) {
                short value = keys.get(ValueLayout.JAVA_SHORT_UNALIGNED, Short.BYTES * i);
                target.set(ValueLayout.JAVA_FLOAT_UNALIGNED, Float.BYTES * i, Float.float16ToFloat(value));
            }
        }
    }

    /**
     * What the header of a file says.
     *
     * @param descr NumPy's name of the type, or {@link #RECORDS}
     */
    private record Header(String descr, boolean isFortran, List<BigInteger> shape) {
        /** Returns the header of a file, or null for a stream, whose beginning cannot be read twice. */
        private static Header of(Path path) throws FileSortException {
            if (!InputFile.mayBeReopened(path)) {
                return null;
            }
            try (InputFile file = InputFile.open(path, null)) {
                return of(file);
            }
        }

        private static Header of(InputFile file) throws FileSortException {
            String dictionary = dictionary(file);
            Matcher descr = find(file, DESCR, dictionary, "descr");
            boolean isFortran = find(file, ORDER, dictionary, "fortran_order").group(1).equals("True");
            List<BigInteger> shape = Pattern.compile("[,\\s]+")
                    .splitAsStream(find(file, SHAPE, dictionary, "shape").group(1).strip())
                    .filter(length -> !length.isEmpty())
                    .map(length -> new BigInteger(length.replace("L", "")))
                    .toList();
            return new Header(descr.group(2) == null ? RECORDS : descr.group(2), isFortran, shape);
        }

        private String code() {
            return descr.replaceFirst("^[<>|=]", "");
        }

        private boolean isHalf() {
            return code().equals(HALF);
        }

        /** Returns the type of the keys, which is float32 for half floats, or null if they cannot be sorted. */
        private KeyType type() {
            return isHalf()
                    ? KeyType.FLOAT32
                    : Arrays.stream(KeyType.values()).filter(type -> NpyArray.code(type).equals(code())).findFirst()
                            .orElse(null);
        }

        private String shapeText() {
            return "(" + shape.stream().map(BigInteger::toString).collect(Collectors.joining(", ")) + ")";
        }
    }

    /**
     * Returns the lengths of the dimensions of an array, or of none if the file is a stream.
     *
     * @throws FileSortException if the file cannot be read, has another format, or has several dimensions in Fortran order
     */
    public static long[] shape(Path path) throws FileSortException {
        Header header = Header.of(path);
        if (header == null) {
            return new long[0];
        }
        // In one dimension, C order and Fortran order are the same.
        if (header.shape.size() > 1 && header.isFortran) {
            throw new FileSortException(
                    path,
                    "byte 10: expected an array in C order, found one of shape " + header.shapeText() + " in Fortran order");
        }
        if (header.shape.stream().anyMatch(length -> length.bitLength() >= Long.SIZE)) {
            throw new FileSortException(
                    path, "byte 10: expected lengths that a file can have, found shape " + header.shapeText());
        }
        return header.shape.stream().mapToLong(BigInteger::longValue).toArray();
    }

    private static String dictionary(InputFile file) throws FileSortException {
        if (file.size() < MAGIC.length + 4) {
            throw file.error("byte 0: expected a .npy header, but the file has only " + file.size() + " bytes");
        }
        ByteBuffer start = read(file, MAGIC.length + 2);
        if (!start.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw file.error("byte 0: expected the magic string of a .npy file, \\x93NUMPY");
        }
        int version = start.get(MAGIC.length);
        if (version < 1 || version > 3) {
            throw file.error("byte 6: expected .npy format version 1, 2 or 3, found " + version + "."
                    + start.get(MAGIC.length + 1));
        }
        long length = version == 1
                ? Short.toUnsignedInt(read(file, 2).getShort())
                : Integer.toUnsignedLong(read(file, 4).getInt());
        long left = file.size() - file.position();
        if (length > left || length > MAX_LENGTH) {
            throw file.error("byte 8: expected the length of the .npy dictionary, at most " + Math.min(left, MAX_LENGTH)
                    + ", found " + length);
        }
        return StandardCharsets.UTF_8.decode(read(file, (int) length)).toString();
    }

    private static ByteBuffer read(InputFile file, int bytes) throws FileSortException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.readFully(buffer);
        return buffer.flip();
    }

    private static Matcher find(InputFile file, Pattern entry, String dictionary, String name)
            throws FileSortException {
        Matcher matcher = entry.matcher(dictionary);
        if (!matcher.find()) {
            throw file.error("byte 10: expected a .npy dictionary with a valid '" + name + "', found "
                    + dictionary.strip());
        }
        return matcher;
    }

    /**
     * Returns the type of the keys of a file: that which its header names, or float32 for half floats. Returns null for a stream.
     */
    static KeyType type(Path path) throws FileSortException {
        Header header = Header.of(path);
        if (header != null && header.type() == null) {
            throw new FileSortException(
                    path, "byte 10: expected keys of a type that can be sorted, found '" + header.descr + "'");
        }
        return header == null ? null : header.type();
    }

    /** Returns whether a file is an array of half floats, and no stream. */
    public static boolean isHalf(Path path) throws FileSortException {
        Header header = Header.of(path);
        return header != null && header.isHalf();
    }

    /** Returns NumPy's code of the type with its byte order; single bytes have none. */
    private static String descr(KeyType type) {
        return (type.bytes() == 1 ? "|" : "<") + code(type);
    }

    private static String code(KeyType type) {
        return (type.isFloat() ? "f" : type.isUnsigned() ? "u" : "i") + type.bytes();
    }
}
