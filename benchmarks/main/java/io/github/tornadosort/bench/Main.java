package io.github.tornadosort.bench;

/** The command line with the benchmark's commands added: {@code bench} and {@code compare}. */
public final class Main {
    private Main() {}

    /**
     * Runs a command line and ends the JVM with its exit status.
     *
     * @param args the command line's words
     */
    public static void main(String[] args) {
        System.exit(io.github.tornadosort.cli.Main.commandLine(new BenchCommand(), new CompareCommand()).execute(args));
    }
}
