package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Schema;

/** Writes a table as delimited text with a header. Null is an empty field, and empty text is quoted. */
final class TextWriter implements TableWriter {
    private final OutputFile file;
    private final char delimiter;
    private final int count;
    private final List<ValueText> columns = new ArrayList<>();

    /** @throws ArrowFileException if the values of a column have no text */
    TextWriter(OutputFile file, char delimiter, ArrowTable table) throws ArrowFileException, FileSortException {
        this.file = file;
        this.delimiter = delimiter;
        Schema schema = table.first().schema();
        this.count = schema.fieldsLength();
        StringBuilder header = new StringBuilder();
        for (int i = 0; i < count; i++) {
            ValueText text = ValueText.of(schema.fields(i));
            if (text == null) {
                throw new ArrowFileException(table.file(0), "column " + table.first().columns().get(i)
                        + " cannot be written as delimited text; write an Arrow file");
            }
            columns.add(text);
            addField(table.first().columns().get(i).name(), i, header);
        }
        write(header);
    }

    @Override
    public void write(Batch batch, Arena arena) throws FileSortException {
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < batch.rows(); row++) {
            for (int i = 0; i < columns.size(); i++) {
                ArrowArray column = batch.columns().get(i);
                addField(column.isNull(row) ? null : columns.get(i).of(column, row), i, rows);
            }
        }
        write(rows);
    }

    private void addField(String field, int column, StringBuilder text) {
        if (field != null) {
            boolean isQuoted = field.isEmpty()
                    || field.chars().anyMatch(c -> c == delimiter || c == '"' || c == '\n' || c == '\r');
            text.append(isQuoted ? '"' + field.replace("\"", "\"\"") + '"' : field);
        }
        text.append(column == count - 1 ? '\n' : delimiter);
    }

    private void write(StringBuilder text) throws FileSortException {
        file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void finish() {}
}
