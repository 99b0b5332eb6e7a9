package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OutsideProject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects of others that use the library. */
class OutsideProjectsIT {
    @Test
    void onTheClassPath(@TempDir Path folder) throws IOException, InterruptedException {
        OutsideProject project = OutsideProject.copy("src/library/it/class-path", folder).compile();

        assertThat(project.jars()).extracting(jar -> jar.getFileName().toString())
                .filteredOn(jar -> !jar.startsWith("tornado-sort"))
                .as("what a program that embeds the library inherits")
                .allMatch(jar -> jar.startsWith("slf4j-api-"));
        assertThat(project.java("-cp", project.path(), "example.Main")).isEqualTo("[1, 2, 3]\n");
    }

    @Test
    void onTheModulePath(@TempDir Path folder) throws IOException, InterruptedException {
        OutsideProject project = OutsideProject.copy("src/library/it/module-path", folder).compile();

        assertThat(project.java("--module-path", project.path(), "-m", "example/example.Main"))
                .isEqualTo("[1, 2, 3] sorted by io.github.tornadosort because of device\n");
    }
}
