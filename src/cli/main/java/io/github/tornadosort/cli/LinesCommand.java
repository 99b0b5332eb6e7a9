package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.BufferSize;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.cli.options.Inputs;
import io.github.tornadosort.cli.options.LineOptions;
import io.github.tornadosort.cli.options.OutputPath;
import io.github.tornadosort.cli.options.ResultOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.cli.terminal.Terminal;
import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "lines",
        description = "Sorts the lines of texts as GNU sort does in the C locale, with its options. -h and -V are orders; --help and"
                + " --version show the help and the version.")
final class LinesCommand implements Callable<Integer> {
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

    @Option(names = {"-m", "--merge"}, description = "Merges sorted files, and checks that they are sorted.")
    private boolean merge;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = OutputPath.class,
            description = "File to write the result to, which may be an INPUT. - is standard output, which is the default.")
    private Path output = OutputPath.STANDARD;

    @Option(
            names = {"-S", "--buffer-size"},
            paramLabel = "SIZE",
            converter = BufferSize.class,
            description = "Memory limit: 512M, 2G, 50%%, or KiB without a unit; at least 256 KiB. Default: half of the free memory.")
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
    private Inputs inputs;

    @Mixin
    private ResultOptions result;

    @Mixin
    private LineOptions lines;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        FileSorter sorter = result.apply(lines.sorter()).progress(Progress.LISTENER);
        requireCombination();
        if (lines.mayMeanHelp() && inputs.files().contains(InputPath.STANDARD) && Terminal.is(InputPath.STANDARD)) {
            spec.commandLine().getErr().println("tornado-sort: -h and -V are orders, as for GNU sort;"
                    + " --help and --version show the help and the version");
        }
        List<Path> files = list == null ? inputs.files() : FileSorter.namesIn(list);
        sorter = memory == null ? sorter : sorter.memory(memory);
        sorter = folder == null ? sorter : sorter.temporaryFolder(folder);
        sorter = threads == null ? sorter : sorter.threads(threads);
        sorter = batch == null ? sorter : sorter.mergeAtOnce(batch);
        sorter = program == null ? sorter : sorter.compressRuns();
        if (check) {
            sorter.requireSorted(files);
        } else if (checkQuietly) {
            return sorter.isSorted(files) ? 0 : Main.FAILED;
        } else if (merge) {
            sorter.merge(files, output);
        } else {
            sorter.sort(files, output);
        }
        return 0;
    }

    private void requireCombination() {
        boolean checks = check || checkQuietly;
        refuse(check && checkQuietly, "'-c' and '-C' exclude each other; leave out one of them");
        refuse(checks && merge, "'-m' cannot be used with '-c' or '-C'");
        refuse(checks && result.hasHead(), "'--head' cannot be used with '--check'");
        refuse(checks && !output.equals(OutputPath.STANDARD), "'-o' cannot be used with '--check'");
        refuse(threads != null && threads < 1, "Invalid value for option '--parallel': expected a number from 1 on");
        refuse(batch != null && batch < 2, "Invalid value for option '--batch-size': expected a number from 2 on");
        refuse(
                program != null && !KNOWN_PROGRAMS.contains(program),
                "Invalid value for option '--compress-program': expected one of " + String.join(", ", KNOWN_PROGRAMS)
                        + ", found '" + program + "'; no program is started");
        refuse(
                list != null && !inputs.files().equals(List.of(InputPath.STANDARD)),
                "'--files0-from' cannot be used with names of files");
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
}
