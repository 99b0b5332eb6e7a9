package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.table.Dialect;
import io.github.tornadosort.files.internal.table.FieldCursor;
import io.github.tornadosort.files.internal.table.TableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Writes a table of delimited text as an Arrow file. A column is int64 if all of its fields are integers without leading zeros;
 * float64 if all are decimal numbers of at most 15 digits, which a float64 tells apart; and otherwise text. An empty field is
 * null.
 */
public final class TextToArrow {
    /** Bytes after the text. */
    public static final int SLACK = Long.BYTES;

    private static final int ROWS = 1 << 16;
    private static final int MOST_DIGITS = 15;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** What all fields of a column that were read are. */
    enum ColumnType {
        INT64,
        FLOAT64,
        TEXT;

        /** Returns the type of a field. */
        private static ColumnType of(String field) {
            if (!NUMBER.matcher(field).matches() || field.equals("-0")) {
                return TEXT;
            }
            if (field.indexOf('.') >= 0) {
                int digits = field.length() - (field.startsWith("-") ? 2 : 1);
                return digits <= MOST_DIGITS ? FLOAT64 : TEXT;
            }
            return new BigInteger(field).bitLength() < Long.SIZE ? INT64 : TEXT;
        }
    }

    private final Path name;
    private final FieldCursor fields;
    private final long start;
    private final long end;
    private final List<String> names = new ArrayList<>();
    private ColumnType[] types;
    /** Whether a field of a column has more digits than a float64 has. */
    private boolean[] areLong;

    private TextToArrow(Path name, MemorySegment text, Dialect dialect, boolean header) throws TableException {
        this.name = name;
        this.end = text.byteSize() - SLACK;
        this.fields = new FieldCursor(text, end, dialect);
        MemorySegment mark = MemorySegment.ofArray(BYTE_ORDER_MARK);
        long first = end >= mark.byteSize() && text.asSlice(0, mark.byteSize()).mismatch(mark) < 0 ? mark.byteSize() : 0;
        List<String> row = first < end ? fields.contents(first, StandardCharsets.UTF_8) : List.of();
        this.start = header && first < end ? fields.position() : first;
        names.addAll(header ? row : IntStream.rangeClosed(1, row.size()).mapToObj(String::valueOf).toList());
    }

    /**
     * Writes a table.
     *
     * @param name of the table in messages
     * @param text the rows, each of which ends with LF, followed by {@link #SLACK} bytes
     * @param header whether the first row has the names of the columns; otherwise they are numbers from 1 on
     * @param stream whether to write the stream format
     */
    public static void write(
            Path name, MemorySegment text, Dialect dialect, boolean header, OutputFile file, boolean stream)
            throws FileSortException {
        try {
            new TextToArrow(name, text, dialect, header).write(file, stream);
        } catch (TableException e) {
            throw new FileSortException(name, e.getMessage());
        }
    }

    private void write(OutputFile file, boolean stream) throws TableException, FileSortException {
        findTypes();
        IpcMessage schema = SchemaMessage.of(names, types);
        ArrowWriter writer = new ArrowWriter(file, stream, schema, null);
        List<Layout> layouts = SchemaMessage.layouts(schema);
        for (long at = start; at < end;) {
            List<List<String>> rows = new ArrayList<>();
            for (; at < end && rows.size() < ROWS; at = fields.position()) {
                rows.add(row(at));
            }
            try (Arena arena = Arena.ofShared()) {
                List<ArrowArray> columns = new ArrayList<>();
                for (int i = 0; i < types.length; i++) {
                    columns.add(column(rows, i, layouts.get(i), arena));
                }
                writer.write(new Batch(rows.size(), columns), arena);
            }
        }
        writer.finish();
    }

    private List<String> row(long at) throws TableException {
        List<String> row = fields.contents(at, StandardCharsets.UTF_8);
        if (row.size() != names.size()) {
            throw new TableException(at, TableException.ROW, "a row of " + row.size() + " fields in a table of "
                    + names.size() + " columns");
        }
        return row;
    }

    private void findTypes() throws TableException {
        ColumnType[] found = new ColumnType[names.size()];
        areLong = new boolean[found.length];
        for (long at = start; at < end; at = fields.position()) {
            List<String> row = row(at);
            for (int i = 0; i < found.length; i++) {
                String field = row.get(i);
                if (!field.isEmpty() && found[i] != ColumnType.TEXT) {
                    ColumnType type = ColumnType.of(field);
                    areLong[i] |= type == ColumnType.INT64 && field.length() > MOST_DIGITS;
                    found[i] = found[i] == null || type.compareTo(found[i]) > 0 ? type : found[i];
                }
            }
        }
        for (int i = 0; i < found.length; i++) {
            boolean isText = found[i] == null || found[i] == ColumnType.FLOAT64 && areLong[i];
            found[i] = isText ? ColumnType.TEXT : found[i];
        }
        types = found;
    }

    private ArrowArray column(List<List<String>> rows, int index, Layout layout, Arena arena) throws FileSortException {
        int n = rows.size();
        MemorySegment validity = arena.allocate(Math.ceilDiv(n, Byte.SIZE), Long.BYTES);
        int nulls = 0;
        for (int i = 0; i < n; i++) {
            boolean isNull = rows.get(i).get(index).isEmpty();
            nulls += isNull ? 1 : 0;
            byte bits = validity.get(ValueLayout.JAVA_BYTE, i / Byte.SIZE);
            validity.set(ValueLayout.JAVA_BYTE, i / Byte.SIZE, (byte) (bits | (isNull ? 0 : 1 << i % Byte.SIZE)));
        }
        List<MemorySegment> buffers = new ArrayList<>();
        buffers.add(nulls == 0 ? MemorySegment.NULL.asSlice(0, 0) : validity);
        if (types[index] == ColumnType.TEXT) {
            addText(rows, index, buffers, arena);
        } else {
            MemorySegment numbers = arena.allocate((long) Long.BYTES * n, Long.BYTES);
            for (int i = 0; i < n; i++) {
                String field = rows.get(i).get(index);
                long bits = field.isEmpty()
                        ? 0
                        : types[index] == ColumnType.INT64
                                ? Long.parseLong(field)
                        : Double.doubleToRawLongBits(Double.parseDouble(field));
                numbers.setAtIndex(ValueLayout.JAVA_LONG, i, bits);
            }
            buffers.add(numbers);
        }
        return new ArrowArray(layout, n, nulls, buffers, List.of());
    }

    private void addText(List<List<String>> rows, int index, List<MemorySegment> buffers, Arena arena)
            throws FileSortException {
        byte[][] texts = rows.stream().map(row -> row.get(index).getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        long size = Arrays.stream(texts).mapToLong(text -> text.length).sum();
        if (size > Integer.MAX_VALUE) {
            throw new FileSortException(name, "column '" + names.get(index) + "' has more than " + Integer.MAX_VALUE
                    + " bytes in " + ROWS + " rows, too many for an Arrow file of this form");
        }
        MemorySegment offsets = arena.allocate(Integer.BYTES * (texts.length + 1L), Long.BYTES);
        MemorySegment bytes = arena.allocate(size, Long.BYTES);
        ByteBuffer target = bytes.asByteBuffer();
        for (int i = 0; i < texts.length; i++) {
            target.put(texts[i]);
            offsets.setAtIndex(ValueLayout.JAVA_INT, i + 1L, target.position());
        }
        buffers.add(offsets);
        buffers.add(bytes);
    }
}
