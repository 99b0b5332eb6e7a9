package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that runs a command line and prints the most memory that its process had, in bytes. */
public final class PeakMemory {
    public static final Path STATUS = Path.of("/proc/self/status");

    private PeakMemory() {}

    public static void main(String[] args) throws IOException {
        int status = Main.execute(args);
        String kibibytes = Files.readString(STATUS).replaceAll("(?s).*VmHWM:\\s*([0-9]+) kB.*", "$1");
        System.out.println(Long.parseLong(kibibytes) << 10);
        System.exit(status);
    }
}
