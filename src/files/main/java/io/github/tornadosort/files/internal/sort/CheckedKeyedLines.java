package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import io.github.tornadosort.files.internal.text.LineSequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Reads lines that are compared by keys, as the sort compares them. */
public final class CheckedKeyedLines extends CheckedKeyedRows {
    private final LineOrder order;
    private final Path folder;

    /**
     * @param memory returns the limit of the memory for an input of a number of bytes
     * @param folder the folder for temporary files
     */
    public CheckedKeyedLines(LineOrder order, LongUnaryOperator memory, Path folder, ProgressListener progress) {
        super(memory, progress);
        this.order = order;
        this.folder = folder;
    }

    @Override
    public Frame read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        Receiver receiver = receivers.get();
        LineSequence sequence = new LineSequence(order);
        for (Path file : files) {
            try (KeyReader input = Concatenation.ofLines(List.of(file), folder, order.end())) {
                read(
                        input, (buffer, progress) -> new LineReader(file, input, order, buffer, progress), "line",
                        sequence::compareLast, receiver);
            }
        }
        return new Frame("", "");
    }
}
