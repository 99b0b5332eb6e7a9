package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs shell scripts in which ts is the program, in a process without a terminal. */
final class Shell {
    private Shell() {}

    /** @param folder the working folder, which gets a file for each standard stream */
    static CommandRun run(Path folder, String script) throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        String java = Path.of(System.getProperty("java.home"), "bin", "java")
                + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
                + " --enable-native-access=ALL-UNNAMED $OPTIONS -cp '" + System.getProperty("java.class.path") + "' "
                + Main.class.getName();
        Process process = new ProcessBuilder("/bin/sh", "-c", "ts() { " + java + " \"$@\"; }\n" + script)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        boolean hasEnded = process.waitFor(2, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        assertThat(hasEnded).as(script).isTrue();
        return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
