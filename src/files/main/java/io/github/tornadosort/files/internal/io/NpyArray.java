package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
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
 * .npy files of arrays of one dimension. The header is described by the numpy.lib.format page of NumPy's manual: magic string,
 * version, length of the dictionary, and the dictionary with the keys descr, fortran_order and shape.
 */
final class NpyArray {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** NumPy pads the header to align the data for every type. */
    private static final int ALIGNMENT = 64;

    /** More bytes than the dictionary of any one-dimensional array of numbers needs. */
    private static final int MAX_LENGTH = 1 << 16;

    private static final Pattern DESCR = Pattern.compile("['\"]descr['\"]\\s*:\\s*['\"]([^'\"]*)['\"]");
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)\\b");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([0-9L,\\s]*)\\)");

    private NpyArray() {}

    /** Creates a writer of an array of this length. */
    static KeyWriter writer(OutputFile file, KeyType type, long length) throws FileSortException {
        file.write(header(descr(type), length));
        return file;
    }

    /** Returns a version 1 header for an array of this length. */
    private static ByteBuffer header(String descr, long length) {
        String dictionary = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + length + ",), }";
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

    /** Reads and checks the header. Returns a reader that starts at the first key. */
    static KeyReader open(InputFile file, KeyType type) throws FileSortException {
        Header header = Header.of(file);
        if (header.type() != type) {
            throw file.error(
                    "byte 10: expected " + type.label() + " keys ('" + descr(type) + "'), found '" + header.descr + "'");
        }
        if (header.shape.size() != 1) {
            throw file.error("byte 10: expected a one-dimensional array, found shape " + header.shapeText());
        }
        BigInteger count = header.shape.getFirst();
        long offset = file.position();
        long held = file.size() - offset;
        BigInteger declared = count.multiply(BigInteger.valueOf(type.bytes()));
        if (!declared.equals(BigInteger.valueOf(held))) {
            throw file.error("byte " + offset + ": expected the " + count + " keys of the header's shape in " + declared
                    + " bytes, found " + held + " bytes");
        }
        BinaryReader reader = new BinaryReader(file, offset, held, type.bytes());
        return header.descr.startsWith(">") && type.bytes() > 1 ? new Swapped(reader, type) : reader;
    }

    /** Reads keys of the other byte order. */
    private static final class Swapped extends FilterKeyReader {
        private final KeyType type;

        private Swapped(KeyReader keys, KeyType type) {
            super(keys);
            this.type = type;
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
            super.read(keys, progress);
            ParallelRanges.ranges(keys.byteSize() / type.bytes(), (from, to) -> {
                for (long i = from; i < to; i++) {
                    long reversed = Long.reverseBytes(KeyBits.get(keys, type, i));
                    KeyBits.set(keys, type, i, reversed >>> Long.SIZE - type.bits());
                }
            }, keys);
        }
    }

    /**
     * What the header of a file says.
     *
     * @param descr NumPy's name of the type
     */
    private record Header(String descr, List<BigInteger> shape) {
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
            find(file, ORDER, dictionary, "fortran_order");
            List<BigInteger> shape = Pattern.compile("[,\\s]+")
                    .splitAsStream(find(file, SHAPE, dictionary, "shape").group(1).strip())
                    .filter(length -> !length.isEmpty())
                    .map(length -> new BigInteger(length.replace("L", "")))
                    .toList();
            return new Header(descr.group(1), shape);
        }

        /** Returns the type of the keys, or null if they cannot be sorted. */
        private KeyType type() {
            String code = descr.replaceFirst("^[<>|=]", "");
            return Arrays.stream(KeyType.values()).filter(type -> code(type).equals(code)).findFirst().orElse(null);
        }

        private String shapeText() {
            return "(" + shape.stream().map(BigInteger::toString).collect(Collectors.joining(", ")) + ")";
        }
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

    /** Returns the type of the keys that the header of a file names. Returns null for a stream. */
    static KeyType type(Path path) throws FileSortException {
        Header header = Header.of(path);
        if (header != null && header.type() == null) {
            throw new FileSortException(
                    path, "byte 10: expected keys of a type that can be sorted, found '" + header.descr + "'");
        }
        return header == null ? null : header.type();
    }

    /** Returns NumPy's code of the type with its byte order; single bytes have none. */
    private static String descr(KeyType type) {
        return (type.bytes() == 1 ? "|" : "<") + code(type);
    }

    private static String code(KeyType type) {
        return (type.isFloat() ? "f" : type.isUnsigned() ? "u" : "i") + type.bytes();
    }
}
