package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.RowMultiset;
import io.github.tornadosort.files.internal.sort.CheckedRows;
import io.github.tornadosort.files.internal.sort.RowCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The files of a check: one whose order is checked, or one before the sort and the sorted one. */
public final class VerifiedFiles {
    @Parameters(
            index = "0..1",
            arity = "1..2",
            paramLabel = "[INPUT] SORTED",
            hideParamSyntax = true,
            converter = InputPath.class,
            description = "File before the sort, and sorted file. - is standard input.")
    private List<Path> names;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns the file before the sort, or the only file. */
    public Path first() {
        return names.getFirst();
    }

    /** Returns the sorted file. */
    public Path sorted() {
        return names.getLast();
    }

    /**
     * Checks rows, and says what was found.
     *
     * @param type the type of keys, followed by a space, or nothing
     */
    public void check(CheckedRows rows, String type) throws IOException {
        RowCheck check = new RowCheck(rows, false);
        boolean isAlone = names.size() == 1;
        String what = rows.kind() + "s";
        long count = isAlone ? check.requireOrder(names) : check.requireSorted(names.subList(0, 1), sorted());
        requireInput(count, what);
        spec.commandLine().getOut().println(sorted() + ": " + count + " " + type + what + " in order"
                + (isAlone
                        ? " (not compared with those before the sort)"
                        : ", the same " + what + " as " + first() + " (" + RowMultiset.ASSURANCE + ")"));
    }

    /** Throws an exception if nothing was checked: a pipe is also empty if the program that writes to it has failed. */
    private void requireInput(long count, String what) {
        if (count == 0 && names.stream().noneMatch(Files::isRegularFile)) {
            throw new CommandFailure(
                    sorted() + ": no " + what + " were written to this pipe; look at the program that writes to it");
        }
    }
}
