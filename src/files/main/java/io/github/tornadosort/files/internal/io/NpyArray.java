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
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * .npy files of arrays of one dimension. The header is described by the numpy.lib.format page of NumPy's manual: magic string,
 * version, length of the dictionary, and the dictionary with the keys descr, fortran_order and shape.
 */
public final class NpyArray {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** NumPy pads the header to align the data for every type. */
    private static final int ALIGNMENT = 64;

    /** More bytes than the header of any one-dimensional array of numbers has. */
    private static final int MAX_LENGTH = 1 << 16;

    private NpyArray() {}

    /** Creates a writer of an array of this length, after a version 1 header. */
    static KeyWriter writer(OutputFile file, KeyType type, long length) throws FileSortException {
        String dictionary = "{'descr': '" + descr(type) + "', 'fortran_order': False, 'shape': (" + length + ",), }";
        int before = MAGIC.length + 4;
        int size = Math.ceilDiv(before + dictionary.length() + 1, ALIGNMENT) * ALIGNMENT;
        String padding = " ".repeat(size - before - dictionary.length() - 1);
        ByteBuffer header = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (size - before));
        file.write(header.put((dictionary + padding + "\n").getBytes(StandardCharsets.US_ASCII)).flip());
        return file;
    }

    /** Reads and checks the header. Returns a reader that starts at the first key. */
    static KeyReader open(InputFile file, KeyType type) throws FileSortException {
        Header header = Header.of(file);
        if (header.type() != type) {
            throw file.error(
                    "byte 10: expected " + type.label() + " keys ('" + descr(type) + "'), found '" + header.descr + "'");
        }
        String[] shape = header.shape.replaceAll("[L\\s]|,\\s*$", "").split(",");
        if (shape.length != 1 || shape[0].isEmpty()) {
            throw file.error("byte 10: expected a one-dimensional array, found shape (" + String.join(", ", shape) + ")");
        }
        BigInteger declared = new BigInteger(shape[0]).multiply(BigInteger.valueOf(type.bytes()));
        long held = file.size() - header.end;
        if (!declared.equals(BigInteger.valueOf(held))) {
            throw file
                    .error("byte " + header.end + ": expected the " + shape[0] + " keys of the header's shape in " + declared
                            + " bytes, found " + held + " bytes");
        }
        file.part(header.end, held, type.bytes());
        return header.descr.startsWith(">") && type.bytes() > 1 ? swapped(file, type) : file;
    }

    /** Returns a reader of keys of the other byte order. */
    private static KeyReader swapped(KeyReader reader, KeyType type) {
        return new FilterKeyReader(reader) {
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
        };
    }

    /** Returns the type of the keys that the header of a file names. Returns null for a stream, whose beginning cannot be read twice. */
    public static KeyType type(Path path) throws FileSortException {
        if (!InputFile.mayBeReopened(path)) {
            return null;
        }
        try (InputFile file = InputFile.open(path, null)) {
            Header header = Header.of(file);
            if (header.type() == null) {
                throw file.error("byte 10: expected keys of a type that can be sorted, found '" + header.descr + "'");
            }
            return header.type();
        }
    }

    /**
     * What the header of a file says.
     *
     * @param descr NumPy's name of the type
     * @param end the position of the first key
     */
    private record Header(String descr, String shape, int end) {
        private static Header of(InputFile file) throws FileSortException {
            ByteBuffer head = file.bytes(0, MAX_LENGTH);
            if (head.limit() < MAGIC.length + 6) {
                throw file.error("byte 0: expected a .npy header, but the file has only " + head.limit() + " bytes");
            }
            if (!head.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
                throw file.error("byte 0: expected the magic string of a .npy file, \\x93NUMPY");
            }
            int version = head.get(MAGIC.length);
            if (version < 1 || version > 3) {
                throw file.error("byte 6: expected .npy format version 1, 2 or 3, found " + version + "."
                        + head.get(MAGIC.length + 1));
            }
            head.position(MAGIC.length + 2);
            long length =
                    version == 1 ? Short.toUnsignedInt(head.getShort()) : Integer.toUnsignedLong(head.getInt());
            if (length > head.remaining()) {
                throw file.error("byte 8: expected the length of the .npy dictionary, at most " + head.remaining()
                        + ", found " + length);
            }
            head.limit(head.position() + (int) length);
            String dictionary = StandardCharsets.UTF_8.decode(head).toString();
            String descr = find(file, dictionary, "descr", "['\"]([^'\"]*)['\"]");
            find(file, dictionary, "fortran_order", "(True|False)\\b");
            return new Header(descr, find(file, dictionary, "shape", "\\(([0-9L,\\s]*)\\)"), head.limit());
        }

        /** @param value a pattern, of which the first group is returned */
        private static String find(InputFile file, String dictionary, String name, String value) throws FileSortException {
            Matcher matcher = Pattern.compile("['\"]" + name + "['\"]\\s*:\\s*" + value).matcher(dictionary);
            if (!matcher.find()) {
                throw file.error("byte 10: expected a .npy dictionary with a valid '" + name + "', found "
                        + dictionary.strip());
            }
            return matcher.group(1);
        }

        /** Returns the type of the keys, or null if they cannot be sorted. */
        private KeyType type() {
            String code = descr.replaceFirst("^[<>|=]", "");
            return Arrays.stream(KeyType.values()).filter(type -> code(type).equals(code)).findFirst().orElse(null);
        }
    }

    /** Returns NumPy's code of the type with its byte order; single bytes have none. */
    private static String descr(KeyType type) {
        return (type.bytes() == 1 ? "|" : "<") + code(type);
    }

    private static String code(KeyType type) {
        return (type.isFloat() ? "f" : type.isUnsigned() ? "u" : "i") + type.bytes();
    }
}
