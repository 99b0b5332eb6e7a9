package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.Concatenation;
import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import io.github.tornadosort.files.internal.sort.FixedFormat;
import io.github.tornadosort.files.internal.sort.RowOrder;
import io.github.tornadosort.files.internal.sort.SortSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The order of commands that sort files: the inputs, the output, the order, the algorithm and the device. */
public final class SortFileOptions {
    @Parameters(
            arity = "0..*",
            paramLabel = "INPUT",
            converter = InputPath.class,
            description = "Files to sort, one after the other. - is standard input, which is the default.")
    private List<Path> inputs = List.of(StandardStreams.INPUT);

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
    private KeyFileOptions keys;

    @Mixin
    private OrderOptions order;

    @Mixin
    private AlgorithmOptions algorithm;

    @Mixin
    private OutputOptions output;

    @Mixin
    private DeviceOptions devices;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns the file to write the result to. */
    public Path output() {
        return output.path();
    }

    /** Checks that an output that is not text does not go to a terminal. */
    public void requireNoTerminal(Path file) {
        output.require(file);
    }

    /** Returns the order of the files' keys. */
    public KeyFileOptions keys() {
        return keys;
    }

    /** Replaces the inputs. */
    public void setInputs(List<Path> files) {
        inputs = files;
    }

    public List<Path> inputs() {
        return inputs;
    }

    /** Returns the name of the inputs for messages. */
    public Path input() {
        return Concatenation.name(inputs);
    }

    /** Opens the inputs as files of keys, of which the caller reads all keys. */
    public KeyReader open() throws IOException {
        return Concatenation.of(inputs, type().bytes(), input -> open(input, temporaryFolder()));
    }

    /** Returns the format of files of keys. */
    public FixedFormat keyFormat(RowOrder order) {
        return new FixedFormat(order, this::open, this::writer);
    }

    /** Returns the format of files of raw records. */
    public FixedFormat recordFormat(RowOrder order) {
        return new FixedFormat(
                order, (input, temporary) -> keys.formats().openRows(input, order.width(), "records", temporary),
                (file, _) -> RowFile.writer(file));
    }

    private KeyReader open(Path input, Path temporary) throws FileSortException {
        return keys.formats().or(inputFormat).open(input, type(), temporary);
    }

    /**
     * Returns the settings of a sort.
     *
     * @param batch the most runs that are merged at once
     */
    public SortSettings settings(MemoryOptions memory, ResultOptions result, int batch) {
        return new SortSettings(
                inputs, () -> OutputFile.create(output.path()), memory::bytes, memory.folder(output.path()),
                result.isUnique(), result.limit(), batch, memory.compressed(), Progress.LISTENER);
    }

    /** Returns the default folder for temporary files. */
    public Path temporaryFolder() {
        return TemporaryFile.folder(output.path());
    }

    /** Returns a check for files of this command. The caller names the files. */
    public DistinctFiles distinctFiles() {
        return new DistinctFiles(spec);
    }

    /**
     * Checks the output of keys before the sort, and returns its format.
     *
     * @throws picocli.CommandLine.ParameterException if its name does not determine a format, and none was given
     * @throws CommandFailure if it is a terminal, and the format is not text
     */
    public KeyFormat checkOutput() {
        KeyFormat format = outputFormat();
        output.require(format);
        return format;
    }

    /** Returns the format of the output. Standard output has the format of the first input, unless another one was given. */
    public KeyFormat outputFormat() {
        FormatOption formats = keys.formats();
        return output.path().equals(StandardStreams.OUTPUT) && outputFormat == null
                ? formats.or(inputFormat).of(inputs.getFirst())
                : formats.or(outputFormat).of(output.path());
    }

    private KeyWriter writer(OutputFile file, long count) throws FileSortException {
        return outputFormat().writer(file, type(), count);
    }

    /** Returns whether a format was given for the inputs or the output alone. */
    public boolean hasTwoFormats() {
        return inputFormat != null || outputFormat != null;
    }

    /**
     * Returns the type of the keys: the given one, or the one that the first input names.
     *
     * @throws picocli.CommandLine.ParameterException if there is none
     */
    public KeyType type() throws FileSortException {
        return keys.type(inputs.getFirst(), inputFormat);
    }

    /**
     * Returns the order of the keys.
     *
     * @throws picocli.CommandLine.ParameterException if keys of this type do not support it
     */
    public Order options() throws FileSortException {
        return order.options(type());
    }

    /**
     * Returns the order of records, whose keys are not numbers.
     *
     * @param option the option that says what is sorted, for messages
     * @param advice the end of the message about {@code --bits}, which may be empty
     * @throws picocli.CommandLine.ParameterException if such a sort does not support it, or the algorithm
     */
    public Order optionsWith(String option, String advice) {
        Order records = order.withoutBits(option, advice);
        algorithm.refuseWith(option);
        return records;
    }

    /**
     * Returns the order of lines or rows, which the host sorts.
     *
     * @param option the option that says what is sorted, for messages
     * @throws picocli.CommandLine.ParameterException if such a sort does not support it, or how to sort
     */
    public Order optionsOnHost(String option) {
        Order lines = optionsWith(option, "");
        if (algorithm.isVerified() || devices.areGiven()) {
            throw new ParameterException(spec.commandLine(),
                    "'" + (algorithm.isVerified() ? "--verify" : "--device' and '--backend")
                            + "' cannot be used with '" + option + "': the host sorts strings");
        }
        return lines;
    }

    /**
     * Opens a sorter on the selected device, or if none is selected, on the host or a device. An algorithm and a verification
     * are available on a device alone.
     *
     * @throws picocli.CommandLine.ParameterException if no device matches the options, or the algorithm does not exist
     */
    public Sorter openSorter() {
        return devices.openSorter(algorithm.builder(), algorithm.needDevice());
    }

    /** Opens a sorter as {@link #openSorter()} does, with times. */
    public Sorter openTimedSorter() {
        return devices.openSorter(algorithm.builder().timed(), algorithm.needDevice());
    }
}
