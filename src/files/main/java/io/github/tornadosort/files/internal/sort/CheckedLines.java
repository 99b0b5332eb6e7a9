package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.WrongGuessException;
import io.github.tornadosort.files.internal.text.LineEnds;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.files.internal.text.LineReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Reads lines. */
public final class CheckedLines extends CheckedKeyedRows {
    private final Path folder;
    /** If a CR before a line feed is a part of some lines of an input, it is one in the output too. */
    private LineOrder order;

    /**
     * @param memory returns the limit of the memory for an input of a number of bytes
     * @param folder the folder for temporary files
     */
    public CheckedLines(LineOrder order, LongUnaryOperator memory, Path folder, ProgressListener progress) {
        super(memory, progress);
        this.order = order;
        this.folder = folder;
    }

    @Override
    public Frame read(List<Path> files, Supplier<Receiver> receivers) throws IOException {
        int[] endLength = {0};
        WrongGuessException.repeat(files, isAgain -> {
            order = isAgain ? order.ofEveryByte() : order;
            endLength[0] = read(files, receivers.get());
        });
        order = endLength[0] == 1 ? order.ofEveryByte() : order;
        return new Frame(String.valueOf(endLength[0]), "that all lines end with CR LF as those");
    }

    /** Returns the length of the ends of the lines. */
    private int read(List<Path> files, Receiver receiver) throws IOException {
        LineEnds ends = order.isOfWholeLines() ? new LineEnds(order) : null;
        RowSequence sequence = new RowSequence(order.ties(), ends != null && order.isDescendingByLines());
        for (Path file : files) {
            try (KeyReader input = order.open(List.of(file), folder)) {
                read(
                        input, (buffer, progress) -> new LineReader(file, input, order, ends, buffer, progress), "line",
                        sequence::compareLast, receiver);
            }
        }
        return ends == null ? 1 : ends.length();
    }
}
