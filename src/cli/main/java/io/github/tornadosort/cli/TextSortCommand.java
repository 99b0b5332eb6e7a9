package io.github.tornadosort.cli;

import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.doctor.Version;
import io.github.tornadosort.cli.options.BufferSize;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.MemoryOptions;
import io.github.tornadosort.cli.options.ResultOptions;
import io.github.tornadosort.cli.options.SortFileOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.StandardStreams;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.files.internal.sort.CheckedKeyedRows;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.sort.KeyedMerge;
import io.github.tornadosort.files.internal.sort.KeyedSort;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.sort.SortSettings;
import io.github.tornadosort.files.internal.text.LineFormat;
import io.github.tornadosort.files.internal.text.LineOrder;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "sort",
        usageHelpAutoWidth = true,
        versionProvider = Version.class,
        description = "Sorts the lines of texts with the options of GNU sort, in the C locale. With '--type text', -h and -V are orders as"
                + " for GNU sort; --help and --version show the help and the version.")
final class TextSortCommand implements Callable<Integer> {
    private static final List<String> KNOWN_PROGRAMS = List.of("gzip", "lz4", "zstd");
    private static final String DIAGNOSE = "diagnose-first";

    @Option(
            names = "-c",
            description = "Checks that the lines are sorted, and with -u that no two are equal. Writes nothing.")
    private boolean check;

    @Option(names = "-C", description = "As -c, without a message.")
    private boolean checkQuietly;

    @Option(
            names = "--check",
            arity = "0..1",
            paramLabel = "HOW",
            preprocessor = WithEqualsSign.class,
            description = "As -c; --check=quiet and --check=silent as -C.")
    @SuppressWarnings("UnusedMethod") // picocli calls it.
    private void setCheck(String how) {
        boolean isQuiet = List.of("quiet", "silent").contains(how);
        checkQuietly |= isQuiet;
        check |= DIAGNOSE.equals(how);
        refuse(
                !isQuiet && !DIAGNOSE.equals(how) && how != null,
                "Invalid value for option '--check': expected quiet, silent or diagnose-first, found '" + how + "'");
    }

    @Option(
            names = {"-m", "--merge"},
            description = "Merges sorted files, and checks that they are sorted.")
    private boolean merge;

    @Option(
            names = {"-S", "--buffer-size"},
            paramLabel = "SIZE",
            converter = BufferSize.class,
            description = "Memory limit: 512M, 2G, 50%%, or KiB without a unit; at least 1 MiB.")
    private Long bufferSize;

    @Option(
            names = {"-T", "--temporary-directory"},
            paramLabel = "DIR",
            description = "The same as --tmp.")
    private Path temporaryFolder;

    @Option(names = "--parallel", paramLabel = "N", description = "The most threads that sort at the same time.")
    private Integer threads;

    @Option(
            names = "--batch-size",
            paramLabel = "N",
            description = "The most files and runs that are merged at once, from 2 on. Default: ${DEFAULT-VALUE}.")
    private int batchSize = RunMerge.MOST;

    @Option(
            names = "--compress-program",
            paramLabel = "PROGRAM",
            description = "gzip, lz4 or zstd: the same as --compress-runs. No program is started.")
    private String compressProgram;

    @Option(
            names = "--files0-from",
            paramLabel = "FILE",
            converter = InputPath.class,
            description = "Sorts the files whose names, each followed by a zero byte, are in FILE.")
    private Path list;

    @Mixin
    private ResultOptions result;

    @Mixin
    private LineOptions lines;

    @Mixin
    private SortFileOptions files;

    @Mixin
    private MemoryOptions memory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Order sortOrder = files.optionsOnHost("--type text");
        LineOrder order = lines.order(sortOrder.isDescending(), result.isUnique());
        if (lines.mayMeanHelp() && files.inputs().contains(StandardStreams.INPUT)
                && StandardStreams.isTerminal(StandardStreams.INPUT)) {
            spec.commandLine().getErr().println("tornado-sort: with '--type text', -h and -V are orders, as for GNU sort;"
                    + " --help and --version show the help and the version");
        }
        requireCombination();
        if (list != null) {
            files.setInputs(read(list));
        }
        memory.set(bufferSize, temporaryFolder, compressProgram != null);
        memory.requireFolder();
        return Loop.withThreads(threads == null ? Integer.MAX_VALUE : threads, () -> run(LineFormat.of(order)));
    }

    private int run(LineFormat format) throws IOException {
        if (!check && !checkQuietly) {
            files.keys().formats().checkText(files.output());
            SortSettings settings = files.settings(memory, result, batchSize);
            if (merge) {
                new KeyedMerge(settings, format).merge();
                return 0;
            }
            try (Sorter sorter = files.openSorter()) {
                new KeyedSort(settings, format).sort(sorter);
            }
            return 0;
        }
        try {
            CheckedRows checked =
                    new CheckedKeyedRows(format, memory::bytes, memory.folder(files.output()), Progress.LISTENER);
            new RowCheck(checked, result.isUnique()).requireOrder(files.inputs());
            return 0;
        } catch (UnsortedException e) {
            if (checkQuietly) {
                return Main.FAILED;
            }
            throw e;
        }
    }

    private void requireCombination() {
        files.keys().refuseForText();
        refuse(files.hasTwoFormats(), "'--input-format' and '--output-format' cannot be used with '--type text'");
        boolean checks = check || checkQuietly;
        refuse(check && checkQuietly, "'-c' and '-C' exclude each other; leave out one of them");
        refuse(checks && merge, "'-m' cannot be used with '-c' or '-C'");
        refuse(checks && result.hasHead(), "'--head' cannot be used with '--check'");
        refuse(checks && !files.output().equals(StandardStreams.OUTPUT), "'-o' cannot be used with '--check'");
        refuse(threads != null && threads < 1, "Invalid value for option '--parallel': expected a number from 1 on");
        refuse(batchSize < 2, "Invalid value for option '--batch-size': expected a number from 2 on");
        refuse(
                compressProgram != null && !KNOWN_PROGRAMS.contains(compressProgram),
                "Invalid value for option '--compress-program': expected one of " + String.join(", ", KNOWN_PROGRAMS)
                        + ", found '" + compressProgram + "'; use '--compress-runs', which starts no program");
        refuse(
                list != null && !files.inputs().equals(List.of(StandardStreams.INPUT)),
                "'--files0-from' cannot be used with names of files");
        refuse(
                bufferSize != null && memory.isLimited() || temporaryFolder != null && memory.hasFolder(),
                "'-S' and '--memory', and '-T' and '--tmp', mean the same; leave out one of them");
    }

    private void refuse(boolean isGiven, String message) {
        if (isGiven) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** Gives {@code --check} a value only after an equals sign, so that the name of a file can follow it. */
    static final class WithEqualsSign implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> context) {
            if ("=".equals(context.get("separator"))) {
                return false;
            }
            option.setValue(DIAGNOSE);
            return true;
        }
    }

    /** Reads names of files, each of which ends with a zero byte. */
    private static List<Path> read(Path list) throws IOException {
        String text;
        try (InputStream names = StandardStreams.open(list)) {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(names.readAllBytes())).toString();
        } catch (NoSuchFileException e) {
            throw new CommandFailure(list + ": cannot be opened: no such file or directory", e);
        } catch (CharacterCodingException e) {
            throw new CommandFailure(list + ": expected names of files in UTF-8, found other bytes; rename the files", e);
        }
        if (text.isEmpty()) {
            throw new CommandFailure(list + ": expected names of files, found none");
        }
        try {
            return Stream.of(text.split("\0")).map(name -> new InputPath().convert(name)).toList();
        } catch (TypeConversionException e) {
            throw new CommandFailure(list + ": " + e.getMessage(), e);
        }
    }
}
