package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that sort keys: the inputs, the output, the order, the algorithm and the device. */
public final class KeySortOptions {
    @Option(
            names = "--input-format",
            paramLabel = "FORMAT",
            description = "Format of the inputs, if it is not that of --format.")
    private KeyFormat inputFormat;

    @Option(
            names = "--output-format",
            paramLabel = "FORMAT",
            description = "Format of the output, if it is not that of --format.")
    private KeyFormat outputFormat;

    @Mixin
    private Inputs inputs;

    @Mixin
    private TypeOptions types;

    @Mixin
    private OrderOptions order;

    @Mixin
    private AlgorithmOptions algorithm;

    @Mixin
    private OutputOptions output;

    @Mixin
    private DeviceOptions devices;

    public List<Path> inputs() {
        return inputs.files();
    }

    /** Returns the file to write the result to. */
    public OutputOptions output() {
        return output;
    }

    private KeyFormat inputFormat() {
        return inputFormat != null ? inputFormat : types.format(inputs().getFirst());
    }

    /**
     * Returns the type of the keys: the given one, or the one that the first input names.
     *
     * @throws picocli.CommandLine.ParameterException if there is none
     */
    public KeyType type() throws FileSortException {
        return types.type(inputs().getFirst(), inputFormat());
    }

    /** Checks that an output that is not text does not go to a terminal. */
    public void requireNoTerminal() {
        KeyFormat format = outputFormat != null ? outputFormat : types.format();
        output.require(format != null ? format : output.isGiven() ? KeyFormat.of(output.path()) : inputFormat());
    }

    /**
     * Returns a sorter of files in the order of these options.
     *
     * @param sorter sorts what is in memory
     */
    public FileSorter files(Sorter sorter) throws FileSortException {
        KeyType type = type();
        FileSorter files = FileSorter.keys(type)
                .order(order.of(type))
                .progress(Progress.LISTENER)
                .sorter(sorter);
        KeyFormat read = inputFormat != null ? inputFormat : types.format();
        KeyFormat written = outputFormat != null ? outputFormat : types.format();
        files = read == null ? files : files.inputFormat(read);
        return written == null ? files : files.outputFormat(written);
    }

    /**
     * Opens a sorter on the selected device, or if none is selected, on the host or a device. An algorithm and a verification
     * are available on a device alone.
     *
     * @param timed whether the times of steps are measured
     * @throws picocli.CommandLine.ParameterException if no device matches the options
     */
    public Sorter openSorter(boolean timed) {
        Sorter.Builder builder = algorithm.builder();
        return devices.openSorter(timed ? builder.timed() : builder, algorithm.needDevice());
    }
}
