package io.github.tornadosort.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * Rows of a data frame with columns of any type. The bytes of Spark's own row follow the key, so that no value changes.
 *
 * @param columns number of columns
 * @param keys the columns to sort by, the most significant first
 */
record DataFrameCodec(int columns, List<OrderKey> keys) implements RowCodec<InternalRow> {
    @Override
    public RowFormat format() {
        return new RowFormat.Framed();
    }

    @Override
    public void write(InternalRow element, RowBuffer row) {
        UnsafeRow from = (UnsafeRow) element;
        row.startFramed();
        for (OrderKey key : keys) {
            key.write(from, key.column(), row);
        }
        row.endKey();
        row.put(from);
        row.endFramed();
    }

    @Override
    public InternalRow read(byte[] bytes, int row) {
        int from = format().keyFrom(bytes, row) + format().keyLength(bytes, row);
        UnsafeRow element = new UnsafeRow(columns);
        element.pointTo(bytes, Platform.BYTE_ARRAY_OFFSET + from, row + format().length(bytes, row) - from);
        return element;
    }
}
