package io.github.tornadosort.cli;

import io.github.tornadosort.cli.io.OutputFile;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks that a command's output overwrites neither another output nor an input that it does not replace. */
public record DistinctFiles(CommandSpec command) {
    /**
     * Checks two files, each with the name of its option or parameter. A file that was not given is null.
     *
     * @throws ParameterException if they are the same file
     */
    public DistinctFiles require(String option, Path file, String output, Path outputFile) {
        if (file != null && outputFile != null && OutputFile.isSame(file, outputFile)) {
            throw new ParameterException(command.commandLine(),
                    "'" + option + "' and '" + output + "' are the same file, " + outputFile);
        }
        return this;
    }
}
