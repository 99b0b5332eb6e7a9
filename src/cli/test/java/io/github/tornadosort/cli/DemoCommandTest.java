package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.testing.CommandRun;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    /** What {@link io.github.tornadosort.Sorter#open()} chooses, which is what programs use. */
    @Test
    void measuresWhatProgramsUse() {
        CommandRun run = Program.run("demo", "-n", 20_000, "--distribution", "banded:3:9");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("20,000 int32 keys, banded:3:9, on host (")
                .doesNotContain("digit passes");
    }

    @Test
    void showsTheStatisticsOfADevice() {
        SortDevice device = SortDevice.preferred();

        CommandRun run = Program.run("demo", "-n", 20_000, "--distribution", "banded:3:9", "--device", device.id());

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("20,000 int32 keys, banded:3:9, on " + device + "\n")
                .contains("digit passes", "tornado-sort, best of", "Arrays.parallelSort")
                .containsPattern("[0-9.]+ times the speed of Arrays.parallelSort");
    }

    @Test
    void rejectsMoreKeysThanFitInAnArray() {
        CommandRun run = Program.run("demo", "-n", "4G");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("-n 4294967296: expected 1 to 2147483639 keys").hasLineCount(1);
    }
}
