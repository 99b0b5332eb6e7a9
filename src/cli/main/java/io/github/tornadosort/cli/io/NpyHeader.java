package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of a .npy file, as described by the numpy.lib.format page of NumPy's manual: magic string, version, length of the
 * dictionary, and the dictionary with the keys descr, fortran_order and shape.
 */
final class NpyHeader {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** NumPy pads the header to align the data for every type. */
    private static final int ALIGNMENT = 64;

    /** More bytes than the dictionary of any one-dimensional array of numbers needs. */
    private static final int MAX_LENGTH = 1 << 16;

    private static final Pattern DESCR = Pattern.compile("['\"]descr['\"]\\s*:\\s*(\\[|['\"]([^'\"]*)['\"])");
    private static final Pattern ORDER = Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)\\b");
    private static final Pattern SHAPE = Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([0-9L,\\s]*)\\)");

    private NpyHeader() {}

    /** Returns a version 1 header for an array of {@code count} keys. */
    static ByteBuffer of(KeyType type, long count) {
        String dictionary =
                "{'descr': '" + descr(type) + "', 'fortran_order': False, 'shape': (" + count + ",), }";
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
    static KeyReader open(InputFile file, KeyType type) throws KeyFileException {
        String dictionary = dictionary(file);
        boolean swapped = checkType(file, type, find(file, DESCR, dictionary, "descr"));
        // In one dimension, C order and Fortran order are the same; the entry only has to exist.
        find(file, ORDER, dictionary, "fortran_order");
        BigInteger count = count(file, find(file, SHAPE, dictionary, "shape").group(1));

        long offset = file.position();
        long held = file.size() - offset;
        BigInteger declared = count.multiply(BigInteger.valueOf(type.bytes()));
        if (!declared.equals(BigInteger.valueOf(held))) {
            throw file.error("byte " + offset + ": expected the " + count + " keys of the header's shape in " + declared
                    + " bytes, found " + held + " bytes");
        }
        KeyReader reader = new BinaryReader(file, offset, held, type.bytes());
        return swapped ? new BigEndianReader(reader, type) : reader;
    }

    private static String dictionary(InputFile file) throws KeyFileException {
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

    private static ByteBuffer read(InputFile file, int bytes) throws KeyFileException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.readFully(buffer);
        return buffer.flip();
    }

    private static Matcher find(InputFile file, Pattern entry, String dictionary, String name)
            throws KeyFileException {
        Matcher matcher = entry.matcher(dictionary);
        if (!matcher.find()) {
            throw file.error("byte 10: expected a .npy dictionary with a valid '" + name + "', found "
                    + dictionary.strip());
        }
        return matcher;
    }

    /** Returns the type that the header of a file names. */
    static KeyType type(Path path) throws KeyFileException {
        try (InputFile file = InputFile.open(path, null)) {
            Matcher descr = find(file, DESCR, dictionary(file), "descr");
            String found = descr.group(2) == null ? descr.group(1) : descr.group(2);
            String code = found.replaceFirst("^[<>|=]", "");
            for (KeyType type : KeyType.values()) {
                if (code(type).equals(code)) {
                    return type;
                }
            }
            throw file.error("byte 10: expected keys of a type that can be sorted, found '" + found + "'");
        }
    }

    /** Checks the type of the keys, and returns whether they are big-endian. */
    private static boolean checkType(InputFile file, KeyType type, Matcher descr) throws KeyFileException {
        if (descr.group(2) == null) {
            throw file.error("byte 10: expected " + type.label() + " keys, found records of several fields");
        }
        String found = descr.group(2);
        List<String> accepted = type.bytes() == 1
                ? List.of(descr(type), "<" + code(type), ">" + code(type), "=" + code(type), code(type))
                : List.of(descr(type));
        if (accepted.contains(found)) {
            return false;
        }
        if (found.equals(">" + code(type))) {
            return true;
        }
        throw file.error("byte 10: expected " + type.label() + " keys ('" + descr(type) + "'), found '" + found + "'");
    }

    private static BigInteger count(InputFile file, String shape) throws KeyFileException {
        List<String> lengths = Pattern.compile("[,\\s]+")
                .splitAsStream(shape.strip())
                .filter(length -> !length.isEmpty())
                .toList();
        if (lengths.size() != 1) {
            throw file.error("byte 10: expected a one-dimensional array, found shape (" + shape.strip() + ")");
        }
        return new BigInteger(lengths.getFirst().replace("L", ""));
    }

    /** Returns NumPy's code of the type with its byte order; single bytes have none. */
    private static String descr(KeyType type) {
        return (type.bytes() == 1 ? "|" : "<") + code(type);
    }

    private static String code(KeyType type) {
        return (type.isFloat() ? "f" : type.isUnsigned() ? "u" : "i") + type.bytes();
    }
}
