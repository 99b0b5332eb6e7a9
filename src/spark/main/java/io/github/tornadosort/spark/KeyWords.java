package io.github.tornadosort.spark;

import io.github.tornadosort.spark.KeyField.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * Words of 64 bits whose unsigned order is the order of rows. The first word has the first bits of the keys: fields follow each other
 * without a gap, each with a bit for nulls if it needs one. A string ends a word, and its further words have 7 bytes each. Rows with the
 * same word have the same next one, which is told by its position.
 *
 * <p>Cost: one word reads the fields that it has.
 */
final class KeyWords {
    /** The position of the first word. */
    static final long FIRST = 0;
    /** A position after the last word: rows are equal. */
    static final long END = -1;
    /** Bytes of a string in each of its words but the first. */
    private static final int CHUNK = 7;
    /** The place of such a chunk in its word. */
    private static final int CHUNK_SHIFT = Long.SIZE - CHUNK * Byte.SIZE - KeyField.COUNT_BITS;
    /** A word has at least two bytes of a string, so that it is worth its place. */
    private static final int MIN_CHUNK_BITS = 2 * Byte.SIZE + KeyField.COUNT_BITS;

    /**
     * Bits of a field in a word.
     *
     * @param what the bits are those of the value, the null bit, or the first chunk of a string
     * @param drop lower bits of the value that are in the next word
     * @param mask the bits, before they are shifted
     * @param shift to their place in the word
     */
    private record Part(KeyField field, What what, int drop, long mask, int shift) {
        long of(UnsafeRow row) {
            long bits = switch (what) {
                case VALUE -> field.value(row) >>> drop;
                case NULL -> field.nullBit(row);
                case CHUNK -> field.chunk(row, 0, chunkBytes());
            };
            return (bits & mask) << shift;
        }

        /** Returns the bits of this part of a word. */
        long from(long word) {
            return word >>> shift & mask;
        }

        int chunkBytes() {
            return (Long.bitCount(mask) - KeyField.COUNT_BITS) / Byte.SIZE;
        }
    }

    private enum What {
        VALUE, NULL, CHUNK
    }

    private final Part[][] words;

    KeyWords(List<KeyField> fields) {
        this.words = new Layout().of(fields);
    }

    /** Returns the word of a row at a position. */
    long word(UnsafeRow row, long position) {
        Part[] parts = words[index(position)];
        int offset = offset(position);
        if (offset > 0) {
            return parts[parts.length - 1].field.chunk(row, offset, CHUNK) << CHUNK_SHIFT;
        }
        long word = 0;
        for (Part part : parts) {
            word |= part.of(row);
        }
        return word;
    }

    /**
     * Returns the position of the next word of all rows that have the same words up to a position, or {@link #END}.
     *
     * @param word the word at the position
     */
    long next(long position, long word) {
        int index = index(position);
        int offset = offset(position);
        Part last = words[index][words[index].length - 1];
        if (last.what == What.CHUNK) {
            int bytes = offset > 0 ? CHUNK : last.chunkBytes();
            long chunk = offset > 0 ? word >>> CHUNK_SHIFT : last.from(word);
            if (last.field.goesOn(chunk, bytes)) {
                return (long) (offset + bytes) << Integer.SIZE | index;
            }
        }
        return index + 1 == words.length || onlyTellsNull(index + 1, last, word) ? END : index + 1;
    }

    /** Returns whether rows that have the same words up to a position are equal. */
    boolean isLast(long position) {
        Part[] last = words[words.length - 1];
        return index(position) + 1 == words.length && last[last.length - 1].what != What.CHUNK;
    }

    /**
     * Returns whether rows that have the same first word are equal. A column of 64 bits that may have nulls needs a second word only if one
     * of its values has the word of a null, which is the first or the last one.
     *
     * @param range that of the first words
     */
    boolean areToldByFirst(WordRange range) {
        boolean isValue = words[0].length == 1 && words[0][0].what == What.VALUE;
        return isLast(FIRST) || isValue && next(FIRST, range.least()) == END
                && next(FIRST, range.most()) == END;
    }

    /** Returns whether a word, the last one, can only tell a null from the value that comes next to it, and rows have another value. */
    private boolean onlyTellsNull(int index, Part before, long word) {
        return words[index].length == 1 && words[index][0].what == What.NULL && index + 1 == words.length
                && before.what == What.VALUE && before.from(word) != (words[index][0].field.nullsFirst() ? 0 : before.mask);
    }

    private static int index(long position) {
        return (int) position;
    }

    /** Returns the bytes of a string before the word. */
    private static int offset(long position) {
        return (int) (position >>> Integer.SIZE);
    }

    /** Puts fields into words. */
    private static final class Layout {
        private final List<Part[]> words = new ArrayList<>();
        private final List<Part> parts = new ArrayList<>();
        private int free = Long.SIZE;

        Part[][] of(List<KeyField> fields) {
            for (KeyField field : fields) {
                if (field.kind() == Kind.TEXT) {
                    addText(field);
                } else {
                    add(field, What.VALUE, field.kind().bits());
                }
                if (field.hasNullBit()) {
                    add(field, What.NULL, 1);
                }
            }
            endWord();
            return words.toArray(Part[][]::new);
        }

        /** Adds bits, the upper ones to the current word, and those that do not fit to the next one. */
        private void add(KeyField field, What what, int bits) {
            int rest = bits;
            while (rest > 0) {
                if (free == 0) {
                    endWord();
                }
                int fitting = Math.min(rest, free);
                rest -= fitting;
                free -= fitting;
                parts.add(new Part(field, what, rest, -1L >>> Long.SIZE - fitting, free));
            }
        }

        private void addText(KeyField field) {
            if (free < MIN_CHUNK_BITS) {
                endWord();
            }
            int bytes = Math.min(CHUNK, (free - KeyField.COUNT_BITS) / Byte.SIZE);
            int bits = bytes * Byte.SIZE + KeyField.COUNT_BITS;
            parts.add(new Part(field, What.CHUNK, 0, -1L >>> Long.SIZE - bits, free - bits));
            endWord();
        }

        private void endWord() {
            if (!parts.isEmpty()) {
                words.add(parts.toArray(Part[]::new));
                parts.clear();
            }
            free = Long.SIZE;
        }
    }
}
