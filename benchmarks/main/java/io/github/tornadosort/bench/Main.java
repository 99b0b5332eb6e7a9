package io.github.tornadosort.bench;

/** The command line with the benchmark command {@code bench}. */
public final class Main {
    private Main() {}

    /**
     * Runs a command line and exits the JVM with its exit status.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        System.exit(io.github.tornadosort.cli.Main.execute(args, BenchCommand.class));
    }
}
