package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.testing.OtherJvm;
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
    void everyKernelIsRightWithTheShiftsOfSpirv() throws Exception {
        assertThat(OtherJvm.run(120, List.of("-Dtornado.jvm.shifts=spirv"), ExchangedShiftsTest.class))
                .containsExactly("right");
    }

    /** Runs each kernel on the checked device. */
    public static void main(String[] args) throws Exception {
        SortDevice checked = SortDevice.all().stream()
                .filter(device -> device.name().contains("checked"))
                .findFirst()
                .orElseThrow();
        for (SortPolicy policy : POLICIES) {
            for (PlanShape shape : KernelCheckTest.SHAPES) {
                new KernelCheck(checked, policy).run(shape);
            }
        }
        System.out.println("right");
    }
}
