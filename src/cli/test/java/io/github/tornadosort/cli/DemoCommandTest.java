package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.testing.CommandRun;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    /** What {@link io.github.tornadosort.Sorter#open()} chooses, which is what programs use. */
    @Test
    void measuresWhatProgramsUse() {
        CommandRun run = Program.run("demo", "-n", 20_000, "--distribution", "few-values");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("20,000 int32 keys, few-values, on host (")
                .doesNotContain("digit passes");
    }

    @Test
    void showsTheStatisticsOfADevice() {
        SortDevice device = SortDevice.preferred();

        CommandRun run = Program.run("demo", "-n", 20_000, "--distribution", "few-values", "--device", device.id());

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("20,000 int32 keys, few-values, on " + device + "\n")
                .contains("digit passes", "tornado-sort, best of", "Arrays.parallelSort")
                .containsPattern("[0-9.]+ times the speed of Arrays.parallelSort");
    }
}
