package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a shell script in place of the launcher. */
class ProgramContenderTest {
    @TempDir
    private Path folder;

    private Path options;

    @BeforeEach
    void writeALauncher() throws IOException {
        assumeTrue(System.getenv("TORNADO_SORT") == null, "another launcher is set");
        options = folder.resolve("options");
        Path launcher = Files.createDirectory(folder.resolve("scripts")).resolve("tornado-sort");
        Files.writeString(launcher, """
                #!/bin/sh
                printf %%s "${JAVA_OPTS:-none}" >'%s'
                LC_ALL=C exec sort "$2" -o "$4"
                """.formatted(options));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    private Reply measure(ProgramContender contender, String operation) throws IOException {
        Path keys = Files.write(folder.resolve("keys.raw"), ByteBuffer.allocate(12).putInt(3).putInt(1).putInt(2).array());
        return contender.measure(new Request(operation, KeyType.INT32, 3, keys, EnumSet.of(Measure.END_TO_END)));
    }

    private Path log() {
        return folder.resolve("log");
    }

    @Test
    void theLauncherSortsLines() throws IOException {
        Reply reply = measure(ProgramContender.tornadoSort(folder, log()), "sort-lines-file");

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos().get(Metric.WALL)).isPositive();
        assertThat(options).hasContent("none");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log", "options", "scripts");
    }

    @Test
    void theClassCacheIsReplacedByTheArchiveOfTheJdk() throws IOException {
        Reply reply = measure(ProgramContender.withoutClassCache(folder, log()), "sort-lines-file");

        assertThat(reply.failed()).isNull();
        assertThat(options).content().startsWith("-XX:AOTCache=");
        assertThat(Path.of(Files.readString(options).replace("-XX:AOTCache=", ""))).isNotEmptyFile();
    }

    @Test
    void otherOperationsAreSkipped() throws IOException {
        assertThat(measure(ProgramContender.tornadoSort(folder, log()), "sort").skipped())
                .isEqualTo("unsupported operation 'sort'");
        assertThat(options).doesNotExist();
    }
}
