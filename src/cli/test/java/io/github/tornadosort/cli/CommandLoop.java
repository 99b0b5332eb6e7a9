package io.github.tornadosort.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs command lines of the program, one after the other, in one JVM whose working folder is that of a source tree. */
final class CommandLoop implements AutoCloseable {
    private static final String END = "\u0001";

    private final Path errors;
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    CommandLoop() throws IOException {
        errors = Files.createTempFile("errors", "");
        process = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED", "-Dtornado.jvm.devices=fast", "-cp",
                System.getProperty("java.class.path"),
                CommandLoop.class.getName())
                .directory(SourceTree.copy().toFile())
                .redirectError(Redirect.to(errors.toFile()))
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Runs each line of standard input. Prints its status after its output. */
    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int status = Main.execute(line.split(" "));
            System.err.flush();
            System.out.println(END + status);
            System.out.flush();
        }
    }

    /** Runs the words of a command, which have no quotes. */
    SourceTree.Result run(String words) throws IOException {
        in.write(words + "\n");
        in.flush();
        StringBuilder printed = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int end = line.indexOf(END);
            if (end >= 0) {
                printed.append(line, 0, end);
                return new SourceTree.Result(
                        Integer.parseInt(line.substring(end + 1)), Files.readString(errors), printed.toString());
            }
            printed.append(line).append('\n');
        }
        throw new IOException("the JVM has ended: " + Files.readString(errors));
    }

    @Override
    public void close() throws IOException {
        in.close();
        process.destroy();
        Files.delete(errors);
    }
}
