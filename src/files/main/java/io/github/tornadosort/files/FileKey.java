package io.github.tornadosort.files;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.table.FieldType;
import io.github.tornadosort.files.internal.table.RecordFormat;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.files.internal.text.LineKey;

/**
 * What rows are sorted by: a column of a table, bytes of records, or fields of lines. The type of a column is guessed if it is
 * not given. Objects of this class cannot be changed.
 */
public final class FileKey {
    /** The fields of lines as GNU sort names them, or null. */
    private final String fields;
    /** The bytes of records, or null. */
    private final RecordFormat.Range bytes;
    /** The column of a table, or null. */
    private final TableKey column;
    /** Whether the direction of the column is not that of the sorter. */
    private final boolean hasDirection;

    private FileKey(String fields, RecordFormat.Range bytes, TableKey column, boolean hasDirection) {
        this.fields = fields;
        this.bytes = bytes;
        this.column = column;
        this.hasDirection = hasDirection;
    }

    /**
     * {@return the key of a column of a table}
     *
     * @param number the number of the column, from 1 on
     */
    public static FileKey column(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("column: expected a number from 1 on, found " + number);
        }
        return new FileKey(null, null, new TableKey(number - 1, null, null, false), false);
    }

    /**
     * {@return the key of a column of a table}
     *
     * @param name the name of the column in the header, which is not empty
     */
    public static FileKey column(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("column: expected a name, found nothing");
        }
        return new FileKey(null, null, new TableKey(-1, name, null, false), false);
    }

    /**
     * Returns the key of a range of bytes of records, which are compared as an unsigned number, the first byte being the highest.
     *
     * @param offset the offset of the first byte in the record, at least 0
     * @param length the number of bytes, at least 1
     * @return the key
     */
    public static FileKey bytes(int offset, int length) {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException(
                    "bytes: expected an offset from 0 on and a length from 1 on, found " + offset + " and " + length);
        }
        return new FileKey(null, new RecordFormat.Range(offset, length), null, false);
    }

    /**
     * Returns the key of a part of a line, as the option {@code -k} of GNU sort names it: {@code FIELD[.CHARACTER][LETTERS]} is
     * where it begins, and after a comma, where it ends; without an end it goes on to the end of the line. All are counted from 1
     * on.
     *
     * <p>The letters say how it is compared, in the C locale: {@code n} as numbers, {@code g} as numbers with exponents,
     * {@code h} as numbers with units such as K and M, {@code M} as months, {@code V} as versions, {@code f} without regard to
     * case, {@code d} by blanks, letters and digits, {@code i} by printable characters, {@code r} in descending order; {@code b}
     * does not count blanks before the characters.
     *
     * @param positions for example {@code 2,2n} or {@code 1.3,1.5r}
     * @return the key
     * @throws IllegalArgumentException if it has another form, or its letters exclude each other
     */
    public static FileKey fields(String positions) {
        LineKey.of(positions, "");
        return new FileKey(positions, null, null, false);
    }

    /** {@return a key that compares fields as text, by unsigned bytes} */
    public FileKey text() {
        return withType(FieldType.TEXT);
    }

    /** {@return a key that compares fields as decimal numbers of any length, exactly} */
    public FileKey decimal() {
        return withType(FieldType.DECIMAL);
    }

    /**
     * {@return a key that compares fields as numbers of a type}
     *
     * @param numbers the type
     */
    public FileKey type(KeyType numbers) {
        return withType(new FieldType(numbers.label(), numbers));
    }

    /** {@return a key that puts larger fields first} */
    public FileKey descending() {
        return withDirection(true);
    }

    /** {@return a key that puts smaller fields first, even if the sorter is descending} */
    public FileKey ascending() {
        return withDirection(false);
    }

    private FileKey withType(FieldType type) {
        requireColumn();
        return new FileKey(null, null, new TableKey(column.index(), column.name(), type, column.descending()), hasDirection);
    }

    private FileKey withDirection(boolean descending) {
        requireColumn();
        return new FileKey(null, null, new TableKey(column.index(), column.name(), column.type(), descending), true);
    }

    private void requireColumn() {
        if (!isColumn()) {
            throw new IllegalArgumentException(
                    "types and directions are for columns; bytes of records have the direction of the sorter,"
                            + " and fields of lines have letters");
        }
    }

    boolean isColumn() {
        return column != null;
    }

    boolean hasType() {
        return column.type() != null;
    }

    boolean isOfLines() {
        return fields != null;
    }

    boolean isOfRecords() {
        return bytes != null;
    }

    /** @param letters the order of keys without letters */
    LineKey ofLines(String letters) {
        return LineKey.of(fields, letters);
    }

    TableKey ofTable(boolean descendingByDefault) {
        return hasDirection ? column : withDirection(descendingByDefault).column;
    }

    /** Returns this range of the bytes of records. */
    RecordFormat.Range ofRecords(int width) {
        if (bytes.offset() > width - bytes.length()) {
            throw new IllegalArgumentException("key: expected bytes of a record of " + width + " bytes, found those from "
                    + bytes.offset() + " to " + ((long) bytes.offset() + bytes.length() - 1));
        }
        return bytes;
    }
}
