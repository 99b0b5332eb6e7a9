package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates the bash completion script. The build adds it to the distribution. */
final class CompletionScript {
    private CompletionScript() {}

    /**
     * Writes the script.
     *
     * @param args the path of the file to write
     * @throws IOException if it cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text());
    }

    /** Returns the script. */
    static String text() {
        CommandLine program = Main.commandLine();
        program.getSubcommands().values().forEach(command -> offerLabels(command.getCommandSpec()));
        return AutoComplete.bash("tornado-sort", program);
    }

    /** Replaces the completion candidates of enum options: picocli offers constant names, but the options accept labels. */
    private static void offerLabels(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.type().isEnum()) {
                List<String> labels = Arrays.stream(option.type().getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                        .toList();
                command.remove(option);
                command.add(OptionSpec.builder(option).completionCandidates(labels).build());
            }
        }
    }
}
