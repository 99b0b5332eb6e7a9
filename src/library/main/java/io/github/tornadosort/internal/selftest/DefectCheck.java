package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.kernel.Defects;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.KernelTask;
import io.github.tornadosort.internal.plan.LaunchSize;
import io.github.tornadosort.internal.selftest.KernelRun.WrongKernelException;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Determines which of the {@link Defects} a device's compiler has. */
public final class DefectCheck {
    private static final int N = 64;

    private final KernelRun run;
    private final List<String> found = new ArrayList<>();

    private DefectCheck(KernelRun run) {
        this.run = run;
    }

    /** {@return the operations that the device computes incorrectly, or cannot compute} */
    public static List<String> of(SortDevice device) {
        return of(device, _ -> {});
    }

    /** @param checkpoint called before each execution; tests inject errors here */
    static List<String> of(SortDevice device, Checkpoint checkpoint) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            DefectCheck check = new DefectCheck(new KernelRun(device, arrays, checkpoint));
            check.run("~x", Defects::complement);
            check.run("x >> n", Defects::signedShift);
            check.run("x >>> n", Defects::unsignedShift);
            check.run("(long) x >>> n", Defects::wideShift);
            check.run("(long) x << y", Defects::wideShiftByVariable);
            return check.found;
        } finally {
            arrays.release();
        }
    }

    private void run(String operation, Task3<IntArray, IntArray, Integer> kernel) {
        IntArray in = run.arrays().ints(N);
        IntArray out = run.arrays().ints(N);
        IntArray p = run.arrays().ints(PassParameters.WORDS);
        IntArray expected = new IntArray(N);
        for (int i = 0; i < N; i++) {
            in.set(i, (i - N / 2) * 0x01234567);
        }
        kernel.apply(in, expected, N);
        KernelTask task = KernelTask.perBlock("defect", 1, graph -> graph.task("defect", kernel, in, out, N));
        try {
            run.execute(operation, p, List.of(task), new LaunchSize(N, N, 1), new Object[] {in}, new Object[] {out});
            KernelRun.compare(operation, "result", out, expected, N);
        } catch (WrongKernelException e) {
            found.add(operation);
        }
    }
}
