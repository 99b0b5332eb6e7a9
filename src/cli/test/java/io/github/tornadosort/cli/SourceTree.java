package io.github.tornadosort.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A copy of this project's sources, separate from the build that runs the tests. The launcher has built it, as it does in a new
 * clone, when it was first run there. All tests of a JVM share one copy; the JVMs of a Maven run share the build.
 */
public final class SourceTree {
    private static final List<String> PARTS = List.of(
            "pom.xml", "mvnw", ".mvn", "scripts", "tornado-config", "src/generator/pom.xml", "src/generator/main",
            "src/library/pom.xml",
            "src/library/main",
            "src/laboratory/pom.xml", "src/laboratory/main", "src/testing/main",
            "src/jvm/pom.xml", "src/jvm/main", "src/files/pom.xml", "src/files/main", "src/arrow/pom.xml", "src/arrow/main",
            "src/cli/pom.xml", "src/cli/main",
            "benchmarks/pom.xml", "benchmarks/main", "benchmarks/suites", "examples",
            "README.md", "docs");

    private static Path copy;

    private SourceTree() {}

    /** The result of a command. Standard error comes first so that it is easy to see in the message of a failed test. */
    record Result(int status, String err, String out) {}

    public static Path original() {
        return Path.of(System.getProperty("tornadosort.root"));
    }

    static synchronized Path copy() throws IOException, InterruptedException {
        if (copy == null) {
            copy = Files.createTempDirectory("tornado-sort source tree"); // the path contains a space
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(copy)));
            copyTree(built(), copy);
        }
        return copy;
    }

    /** Returns the tree that all JVMs of this Maven run copy. The first one builds it. */
    private static Path built() throws IOException, InterruptedException {
        Path build = Path.of(System.getProperty("tornadosort.build"));
        String run = System.getProperty("tornadosort.run");
        Path tree = build.resolve("source tree");
        Path builtBy = build.resolve("source-tree-built-by");
        try (FileChannel channel = FileChannel.open(
                build.resolve("source-tree.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            if (!Files.exists(builtBy) || !Files.readString(builtBy).equals(run)) {
                if (Files.exists(tree)) {
                    delete(tree);
                }
                for (String part : PARTS) {
                    copyTree(original().resolve(part), tree.resolve(part));
                }
                Result result = run(tree, "scripts/tornado-sort --version", Map.of());
                if (result.status != 0
                        || !result.err.startsWith("tornado-sort: building with Maven")
                        || !result.err.endsWith(
                                "tornado-sort: preparing faster starts, which takes about ten seconds, once\n")) {
                    throw new IOException("the launcher did not build a copy of the sources: " + result);
                }
                Files.writeString(builtBy, run);
            }
        }
        return tree;
    }

    /** Runs a shell command in the copy. */
    static Result run(String command) throws IOException, InterruptedException {
        return run(command, Map.of());
    }

    static Result run(String command, Map<String, String> environment) throws IOException, InterruptedException {
        return run(copy(), command, environment);
    }

    private static Result run(Path folder, String command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", "");
        Path err = Files.createTempFile("err", "");
        try {
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(mavenRepository());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                throw new IOException("still running after 10 minutes: " + command);
            }
            return new Result(process.exitValue(), Files.readString(err), Files.readString(out));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Builds the copy with the same local Maven repository as the original. */
    private static Map<String, String> mavenRepository() {
        Map<String, String> environment = new HashMap<>();
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) {
            environment.put("MAVEN_ARGS", "-Dmaven.repo.local=" + repository);
        }
        return environment;
    }

    /** Copies a tree with its times: the launcher builds what is older than a folder of sources. */
    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            List<Path> files = walk.toList();
            for (Path file : files) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            for (Path folder : files.stream().filter(Files::isDirectory).toList()) {
                Files.setLastModifiedTime(to.resolve(from.relativize(folder).toString()), Files.getLastModifiedTime(folder));
            }
        }
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
