package io.github.tornadosort.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(name = "help", description = "Shows the help of a command, or of the program.")
final class HelpCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "Name of a command.")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine program = spec.commandLine().getParent();
        CommandLine command = name == null ? program : program.getSubcommands().get(name);
        if (command == null) {
            throw new UnmatchedArgumentException(program, List.of(name));
        }
        command.usage(spec.commandLine().getOut());
    }
}
