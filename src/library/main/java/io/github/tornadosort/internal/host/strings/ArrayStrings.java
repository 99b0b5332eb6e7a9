package io.github.tornadosort.internal.host.strings;

/**
 * The strings of an array, as their UTF-8 bytes. Depths are numbers of chars. For the order of UTF-16 code units, each half of a
 * surrogate pair is encoded by itself, in three bytes (Unicode Technical Report 26, CESU-8).
 */
final class ArrayStrings extends StringSource {
    private static final long NOT_ASCII = 0x8080808080808080L;

    private final String[] strings;
    private final boolean utf16;

    ArrayStrings(String[] strings, boolean utf16) {
        this.strings = strings;
        this.utf16 = utf16;
    }

    @Override
    public int size() {
        return strings.length;
    }

    @Override
    public boolean isNull(int row) {
        return strings[row] == null;
    }

    @Override
    public long length(int row) {
        return strings[row].length();
    }

    @Override
    public long word(int row, long depth) {
        return word(strings[row], (int) depth, utf16);
    }

    /** Returns the first char if it is ASCII, which takes few calls until the code is compiled. */
    @Override
    long prefix(int row) {
        String string = strings[row];
        if (string.isEmpty()) {
            return -1;
        }
        char first = string.charAt(0);
        return first < 0x80 ? first : word(row, 0) >>> 1;
    }

    @Override
    int compare(int a, int b) {
        return utf16 ? strings[a].compareTo(strings[b]) : FewStrings.compare(strings[a], strings[b]);
    }

    /** Returns the word of a string that starts at a char. */
    static long word(String string, int from, boolean utf16) {
        int left = string.length() - from;
        int bytes = Math.min(left, WORD_BYTES);
        if (bytes <= 0) {
            return 0;
        }
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            char unit = string.charAt(from + i);
            if (unit >= 0x80) {
                return encode(string, from, utf16);
            }
            word = word << Byte.SIZE | unit;
        }
        return word << Long.SIZE - Byte.SIZE * bytes | Math.min(left, MORE);
    }

    /** Returns the word of a string with chars that are encoded in more than one byte. */
    private static long encode(String string, int from, boolean utf16) {
        long word = 0;
        int free = WORD_BYTES;
        for (int at = from; at < string.length();) {
            int point = utf16 ? string.charAt(at) : string.codePointAt(at);
            int length = encodedLength(point);
            long encoded = length == 1 ? point : encode(point, length);
            if (length > free) {
                return word << Byte.SIZE * (free + 1) | encoded >>> Byte.SIZE * (length - free) << Byte.SIZE | MORE;
            }
            word = word << Byte.SIZE * length | encoded;
            free -= length;
            at += Character.charCount(point);
        }
        return word << Byte.SIZE * (free + 1) | WORD_BYTES - free;
    }

    /** Returns the number of UTF-8 bytes of a code point. */
    private static int encodedLength(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    /** Returns the UTF-8 bytes of a code point that has two to four of them. */
    private static long encode(int point, int length) {
        long encoded = 0;
        int rest = point;
        for (int i = 0; i < length - 1; i++) {
            encoded |= (0x80L | rest & 0x3f) << Byte.SIZE * i;
            rest >>>= 6;
        }
        return encoded | (0xf00L >>> length & 0xff | rest) << Byte.SIZE * (length - 1);
    }

    /** Returns the number of chars of the code points that are encoded completely in the first bytes. */
    @Override
    int units(long word, int bytes) {
        if ((word & NOT_ASCII & ~(-1L >>> Byte.SIZE * bytes)) == 0) {
            return bytes;
        }
        int chars = 0;
        for (int at = 0; at < bytes;) {
            int lead = (int) (word >>> Long.SIZE - Byte.SIZE * (at + 1)) & 0xff;
            int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
            at += length;
            chars += at > bytes ? 0 : length == 4 ? 2 : 1;
        }
        return chars;
    }
}
