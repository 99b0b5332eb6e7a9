package io.github.tornadosort.cli;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.selftest.SelfTests;
import io.github.tornadosort.internal.selftest.Verdict;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "devices", description = "Lists all that can be sorted on, and the default.")
final class DevicesCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<SortDevice> devices = options.all();
        SortDevice expected = SortDevice.all().stream().filter(DevicesCommand::mayPass).findFirst().orElse(null);
        for (SortDevice device : devices) {
            out.printf(
                    Locale.ROOT,
                    "%-5s %-7s %-6s %8.1f GiB  %s%s%s%n",
                    device.id(),
                    device.backend(),
                    device.type().name(),
                    device.memoryBytes() * 0x1p-30,
                    device.name().strip(),
                    mayPass(device) ? "" : "  (fails its self-test: see doctor)",
                    device.equals(expected) ? "  (default)" : "");
        }
        if (devices.stream().noneMatch(device -> device.backend().equals("jvm"))) {
            out.println("And without the SDK, with --backend jvm: the cores of this machine");
        }
        return 0;
    }

    /** Whether a device may pass its self-test, as far as is known. Devices are not tested to be listed. */
    private static boolean mayPass(SortDevice device) {
        return SelfTests.ofUser().known(device).map(Verdict::passed).orElse(true);
    }
}
