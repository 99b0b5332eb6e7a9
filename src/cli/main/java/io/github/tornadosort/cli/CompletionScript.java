package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;

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
        Files.writeString(file, AutoComplete.bash("tornado-sort", Main.commandLine()));
    }
}
