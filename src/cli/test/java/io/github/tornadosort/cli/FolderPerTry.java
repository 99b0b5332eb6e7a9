package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Creates an empty folder for each try of a property. */
abstract class FolderPerTry {
    Path folder;

    @BeforeTry
    void createFolder() throws IOException {
        folder = Files.createTempDirectory("try");
    }

    @AfterTry
    void deleteFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
