package io.github.tornadosort.cli;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
@Command(name = "devices")
final class DevicesCommand implements Callable<Integer> {
    @Override
    public Integer call() { return 0; }
}
