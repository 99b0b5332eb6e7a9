package io.github.tornadosort.files.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemMemoryTest {
    private static final String SECOND = "anon 7\ninactive_anon 3\ninactive_file 1000\nactive_file 200\nunevictable 0\n";
    private static final String FIRST =
            "cache 9\ninactive_file 1\nactive_file 1\ntotal_inactive_file 3000\ntotal_active_file 400\n";

    @TempDir
    Path groups;

    private void write(String folder, String statistics) throws IOException {
        Files.writeString(Files.createDirectories(groups.resolve(folder)).resolve("memory.stat"), statistics);
    }

    @Test
    void theFileCacheOfAGroupCanBeGivenBack() throws IOException {
        write("system.slice/a", SECOND);
        assertThat(SystemMemory.fileCache(groups, List.of("0::/system.slice/a"))).isEqualTo(1200);
    }

    @Test
    void aContainerSeesItsGroupAsTheFirst() throws IOException {
        write("", SECOND);
        assertThat(SystemMemory.fileCache(groups, List.of("0::/"))).isEqualTo(1200);
        assertThat(SystemMemory.fileCache(groups, List.of("0::/docker/abc"))).isEqualTo(1200);
    }

    @Test
    void olderSystemsHaveAFolderForMemory() throws IOException {
        write("memory/docker/abc", FIRST);
        assertThat(SystemMemory.fileCache(groups, List.of("5:cpu,cpuacct:/docker/abc", "4:memory:/docker/abc", "0::/")))
                .isEqualTo(3400);
    }

    @Test
    void withoutStatisticsNothingIsKnown() throws IOException {
        assertThat(SystemMemory.fileCache(groups, List.of("0::/a", "4:memory:/b", "?"))).isZero();
    }

    @Test
    void thereIsFreeMemory() {
        assertThat(SystemMemory.free()).isPositive().isLessThanOrEqualTo(SystemMemory.bytes());
    }
}
