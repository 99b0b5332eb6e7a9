package io.github.tornadosort.cli;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.doctor.Sdk;
import io.github.tornadosort.cli.options.DeviceOptions;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "devices", description = "Lists the devices that keys can be sorted on, and marks the default.")
final class DevicesCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<SortDevice> devices = options.all();
        SortDevice expected = SortDevice.preferred();
        for (SortDevice device : devices) {
            out.printf(
                    Locale.ROOT,
                    "%-5s %-7s %-6s %8.1f GiB  %s%s%n",
                    device.id(),
                    device.backend(),
                    device.type().name(),
                    device.memoryBytes() * 0x1p-30,
                    device.name().strip(),
                    device.equals(expected) ? "  (default)" : "");
        }
        Sdk.running(System.getenv()).ifPresent(sdk -> {
            out.println(sdk);
            sdk.advice().ifPresent(advice -> spec.commandLine().getErr().println("tornado-sort: " + advice));
        });
        if (devices.stream().noneMatch(device -> device.backend().equals("jvm"))) {
            out.println("With --backend jvm, keys are sorted on the cores of this machine without the SDK.");
        }
        return 0;
    }
}
