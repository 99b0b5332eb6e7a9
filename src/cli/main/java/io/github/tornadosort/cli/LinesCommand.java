package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.BufferSize;
import io.github.tornadosort.cli.options.FileOptions;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.OperationOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.cli.terminal.Terminal;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.UnsortedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "lines",
        description = "Sorts the lines of texts as GNU sort does in the C locale, with its options. OUTPUT may be an INPUT. -h"
                + " and -V are orders; --help and --version show the help and the version.")
final class LinesCommand implements Callable<Integer> {
    private static final List<String> KNOWN_PROGRAMS = List.of("gzip", "lz4", "zstd");
    /** Memory for each file of a merge, enough for lines of up to 8 KiB. */
    private static final long LEAST_MERGED = 1 << 16;
    /** The most files that are merged at once. */
    private static final int MOST_MERGED = 512;

    @Option(
            names = {"-c", "--check", "--check=diagnose-first"},
            converter = Check.class,
            description = "Checks that the lines are sorted, and with -u that no two are equal. Writes nothing.")
    private Boolean check; // null if it is not given

    @Option(
            names = {"-C", "--check=quiet", "--check=silent"},
            converter = Check.class,
            description = "As -c, without a message.")
    private Boolean checkQuietly;

    @Option(
            names = {"-S", "--buffer-size"},
            paramLabel = "SIZE",
            converter = BufferSize.class,
            description = "Memory limit: 512M, 2G, 50%%, or KiB without a unit. A sort gets at least 256 KiB, a merge 64 KiB"
                    + " for each file. Default: half of the free memory.")
    private Long memory;

    @Option(
            names = {"-T", "--temporary-directory"},
            paramLabel = "DIR",
            description = "Folder for temporary files. Default: the folder of OUTPUT, or TMPDIR if that is a pipe.")
    private Path folder;

    @Option(names = "--parallel", paramLabel = "N", description = "The most threads that sort at the same time.")
    private Integer threads;

    @Option(
            names = "--batch-size",
            paramLabel = "N",
            description = "The most files and runs that are merged at once, from 2 on.")
    private Integer batch;

    @Option(
            names = "--compress-program",
            paramLabel = "PROGRAM",
            description = "gzip, lz4 or zstd: compresses runs by zstd. No program is started.")
    private String program;

    @Option(
            names = "--files0-from",
            paramLabel = "FILE",
            converter = InputPath.class,
            description = "Sorts the files whose names, each followed by a zero byte, are in FILE.")
    private Path list;

    @Mixin
    private FileOptions files;

    @Mixin
    private OperationOptions operation;

    @Mixin
    private LineOptions lines;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        FileSorter sorter = operation.apply(lines.sorter()).progress(Progress.LISTENER);
        operation.refuse(check != null && checkQuietly != null, "'-c' and '-C' exclude each other; leave out one of them");
        operation.refuse(
                program != null && !KNOWN_PROGRAMS.contains(program),
                "Invalid value for option '--compress-program': expected one of " + String.join(", ", KNOWN_PROGRAMS)
                        + ", found '" + program + "'; no program is started");
        operation.refuse(
                list != null && !files.inputs().equals(List.of(InputPath.STANDARD)),
                "'--files0-from' cannot be used with names of files");
        if (lines.mayMeanHelp() && files.inputs().contains(InputPath.STANDARD) && Terminal.is(InputPath.STANDARD)) {
            spec.commandLine().getErr().println("tornado-sort: -h and -V are orders, as for GNU sort;"
                    + " --help and --version show the help and the version");
        }
        List<Path> inputs = list == null ? files.inputs() : FileSorter.namesIn(list);
        long least = operation.isMerge() ? LEAST_MERGED * Math.min(MOST_MERGED, inputs.size()) : 0;
        sorter = memory == null ? sorter : sorter.memory(Math.max(memory, least));
        sorter = folder == null ? sorter : sorter.temporaryFolder(folder);
        sorter = threads == null ? sorter : sorter.threads(threads);
        sorter = batch == null ? sorter : sorter.mergeAtOnce(batch);
        sorter = program == null ? sorter : sorter.compressRuns();
        try {
            operation.run(sorter, check != null || checkQuietly != null, inputs, files.output());
            return 0;
        } catch (UnsortedException e) {
            if (checkQuietly != null) {
                return Main.FAILED;
            }
            throw e;
        }
    }

    /** Refuses other values, such as an empty one and false, with which the lines would be sorted. */
    private static final class Check implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String text) {
            if (!text.equals("true")) { // that of an option without a value
                throw new TypeConversionException("'" + text + "' is not a boolean");
            }
            return true;
        }
    }
}
