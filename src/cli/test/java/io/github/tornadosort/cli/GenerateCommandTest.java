package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.Distribution;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyFiles;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GenerateCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void writesTheKeysOfTheDistribution(KeyType type) throws IOException {
        Column expected = KeyFiles.column(type, 1000);
        Distribution.ZIPF.fill(expected, -7, 0, 1000);
        for (KeyFormat format : KeyFormat.values()) {
            Path file = folder.resolve(format.toString());

            CommandRun run = Program.run("generate", "-n", 1000, "--type", type.label(), "--distribution", "zipf",
                    "--seed", -7, "--format", format, "-o", file);

            assertThat(run).isEqualTo(new CommandRun(0, "", ""));
            assertThat(KeyFiles.read(file, format, type).segment().mismatch(expected.segment())).isEqualTo(-1);
        }
    }
}
