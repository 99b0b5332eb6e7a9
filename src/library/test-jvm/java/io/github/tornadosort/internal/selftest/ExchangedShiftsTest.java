package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that no kernel depends on how a backend shifts negative numbers. */
@Tag("slow")
class ExchangedShiftsTest {
    private static final List<SortPolicy> POLICIES =
            List.of(new SortPolicy(Kernels.BLOCK, 3, 3, 0, 0), new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4));

    /** Runs another JVM: a kernel is compiled once, with the shifts of that time. */
    @Test
    void everyKernelIsRightWithTheShiftsOfSpirv() throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dtornado.jvm.shifts=spirv",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                ExchangedShiftsTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String out = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(out).isZero();
        assertThat(out.lines().filter(line -> line.startsWith("Optional")))
                .hasSize(POLICIES.size() * TestedKernels.all().size())
                .containsOnly("Optional.empty");
    }

    /** Prints the first wrong kernel of each kind and family on the checked device. */
    public static void main(String[] args) {
        SortDevice checked = SortDevice.all().stream()
                .filter(device -> device.name().contains("checked"))
                .findFirst()
                .orElseThrow();
        POLICIES.forEach(policy -> TestedKernels.all()
                .forEach(kernels -> System.out.println(KernelCheck.firstWrong(checked, policy, kernels, _ -> {}))));
    }
}
