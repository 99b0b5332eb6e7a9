package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.CommandFailure;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Describes the command that the launcher runs: the program must be on the class path of the JVM, where TornadoVM reads it. */
@Command(
        name = "run",
        description = "Compiles and runs a Java program of one file, with this library and the backend on its class path.")
final class RunCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "PROGRAM.java [ARGS]", hideParamSyntax = true,
            description = "Source and arguments.")
    private List<String> words;

    @Override
    public Integer call() {
        throw new CommandFailure(words.getFirst().endsWith(".java")
                ? "'run' is available in the script tornado-sort, not in its jar"
                : words.getFirst() + ": expected a file whose name ends in .java");
    }
}
