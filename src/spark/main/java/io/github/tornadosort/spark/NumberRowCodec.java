package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of a data frame whose columns are numbers, booleans, dates and timestamps. All rows have the same number of bytes: the keys, then
 * the columns that cannot be read from a key.
 */
final class NumberRowCodec implements RowCodec<InternalRow> {
    private static final long serialVersionUID = 1L;

    private final OrderKey[] keys;
    private final Field[] fields;
    private final RowFormat.Fixed format;

    /**
     * Where the value of a column is in a row.
     *
     * @param column index of the column
     * @param offset index of the first byte; it says whether there is a value if the column may have nulls
     * @param key the key that has the value; null if the value is not in a key
     */
    private record Field(int column, ColumnType type, boolean isNullable, int offset, OrderKey key) implements Serializable {
        int end() {
            return offset + (isNullable ? 1 : 0) + type.bytes();
        }

        void write(UnsafeRow from, RowBuffer row) {
            boolean isNull = from.isNullAt(column);
            if (isNullable) {
                row.put(isNull ? 0 : 1);
            }
            long bits = isNull ? 0 : type.bits(from, column);
            if (type.bytes() == Long.BYTES) {
                row.putLong(bits);
            } else {
                row.putInt((int) bits);
            }
        }

        void read(byte[] bytes, int row, UnsafeRow to) {
            int at = row + offset;
            if (isNullable && bytes[at++] != 1) {
                to.setNullAt(column);
            } else {
                type.set(to, column, key == null ? Block.get(bytes, at, type.bytes()) : key.readNumber(bytes, at));
            }
        }
    }

    /** @param keys the columns to sort by, the most significant first */
    NumberRowCodec(StructType schema, List<OrderKey> keys) {
        this.keys = keys.toArray(OrderKey[]::new);
        Field[] fromKeys = new Field[schema.size()];
        int offset = 0;
        for (OrderKey key : keys) {
            StructField field = schema.fields()[key.column()];
            ColumnType type = ColumnType.of(field.dataType());
            if (type.isKeyExact()) {
                fromKeys[key.column()] = new Field(key.column(), type, field.nullable(), offset, key);
            }
            offset += key.bytes();
        }
        int keyBytes = offset;
        List<Field> all = new ArrayList<>();
        for (int column = 0; column < fromKeys.length; column++) {
            Field field = fromKeys[column];
            if (field == null) {
                StructField described = schema.fields()[column];
                field = new Field(column, ColumnType.of(described.dataType()), described.nullable(), offset, null);
                offset = field.end();
            }
            all.add(field);
        }
        this.fields = all.toArray(Field[]::new);
        this.format = new RowFormat.Fixed(offset, 0, keyBytes);
    }

    /** Returns whether all columns have a fixed number of bytes. */
    static boolean supports(StructType schema) {
        return Arrays.stream(schema.fields()).allMatch(field -> ColumnType.of(field.dataType()) != null);
    }

    @Override
    public RowFormat format() {
        return format;
    }

    @Override
    public void write(InternalRow element, RowBuffer row) {
        UnsafeRow from = (UnsafeRow) element;
        row.start();
        for (OrderKey key : keys) {
            key.write(from, key.column(), row);
        }
        for (Field field : fields) {
            if (field.key() == null) {
                field.write(from, row);
            }
        }
    }

    @Override
    public InternalRow read(byte[] bytes, int row) {
        UnsafeRow element = UnsafeRow.createFromByteArray(
                UnsafeRow.calculateBitSetWidthInBytes(fields.length) + fields.length * Long.BYTES, fields.length);
        for (Field field : fields) {
            field.read(bytes, row, element);
        }
        return element;
    }
}
