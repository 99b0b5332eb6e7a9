package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.OutputFile;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks that an output of a command does not overwrite another output, or an input that must be kept. */
public record DistinctFiles(CommandSpec command) {
    /**
     * Checks that two files differ. Each comes with the name of its option or parameter; a file that was not given is null.
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
