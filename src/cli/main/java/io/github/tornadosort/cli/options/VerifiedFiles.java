package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileSorter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The files of a check: one whose order is checked, or one before the sort and the sorted one. */
public final class VerifiedFiles {
    @Parameters(
            index = "0..1",
            arity = "0..2",
            paramLabel = "[INPUT] SORTED",
            hideParamSyntax = true,
            converter = InputPath.class,
            description = "File before the sort, and sorted file. - is standard input.")
    private List<Path> names = List.of();

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns the file before the sort, or the only file.
     *
     * @throws ParameterException if there is none
     */
    public Path first() {
        if (names.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: '[INPUT] SORTED'");
        }
        return names.getFirst();
    }

    /**
     * Checks the files, and says what was found.
     *
     * @param kind what the files hold: {@code line}
     * @param type the type of keys, followed by a space, or nothing
     */
    public void check(FileSorter files, String kind, String type) throws IOException {
        Path first = first();
        boolean isAlone = names.size() == 1;
        Path sorted = names.getLast();
        long count = isAlone ? files.requireSorted(names) : files.verify(names.subList(0, 1), sorted);
        if (count == 0 && names.stream().noneMatch(Files::isRegularFile)) {
            // A pipe is also empty if the program that writes to it has failed.
            throw new CommandFailure(
                    sorted + ": no " + kind + "s were written to this pipe; look at the program that writes to it");
        }
        spec.commandLine().getOut().println(sorted + ": " + count + " " + type + kind + "s in order"
                + (isAlone
                        ? " (not compared with those before the sort)"
                        : ", the same " + kind + "s as " + first + " (compared by a 128-bit hash)"));
    }
}
