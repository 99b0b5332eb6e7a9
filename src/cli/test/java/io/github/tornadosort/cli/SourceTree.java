package io.github.tornadosort.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A source tree as the launcher leaves it after a build, in a folder with a space in its name: the jars are those of the class path of
 * this test. All tests of a JVM share one tree.
 */
public final class SourceTree {
    private static final List<String> PARTS = List.of("scripts", "tornado-config", "examples", "README.md", "docs");
    /** The folder of the jars, as the build fills it. */
    static final String JARS = "src/cli/target/jvm/lib";

    private static Path copy;

    private SourceTree() {}

    /** The result of a command. Standard error comes first so that it is easy to see in the message of a failed test. */
    record Result(int status, String err, String out) {}

    public static Path original() {
        return Path.of(System.getProperty("tornadosort.root"));
    }

    static synchronized Path copy() throws IOException {
        if (copy == null) {
            Path tree = Files.createTempDirectory("tornado-sort source tree");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(tree)));
            for (String part : PARTS) {
                copyTree(original().resolve(part), tree.resolve(part));
            }
            addSources(tree);
            Path jars = Files.createDirectories(tree.resolve(JARS));
            Files.createDirectory(jars.resolve("jvm"));
            String version = System.getProperty("tornadosort.version");
            int number = 0;
            for (String entry : System.getProperty("java.class.path").split(":")) {
                Path from = Path.of(entry);
                if (Files.isRegularFile(from)) {
                    boolean isJvm = from.getFileName().toString().startsWith("tornado-sort-jvm");
                    Files.createSymbolicLink(
                            jars.resolve(isJvm ? "jvm/jvm.jar" : number++ + "-" + from.getFileName()),
                            from.toAbsolutePath());
                } else if (Files.exists(from.resolve("uk/ac/manchester/tornado/jvm"))) {
                    archive(from, jars.resolve("jvm/jvm.jar"), version);
                } else if (Files.isDirectory(from) && !from.equals(folderOf(SourceTree.class))) {
                    archive(from, jars.resolve((from.equals(folderOf(Main.class)) ? "tornado-sort-cli-" + version : number++)
                            + ".jar"), version);
                }
            }
            copy = tree;
        }
        return copy;
    }

    /** Adds the files and folders whose times the launcher compares with that of the jar. */
    static void addSources(Path tree) throws IOException {
        Files.createDirectories(tree.resolve("src/cli/main"));
        Files.createFile(tree.resolve("pom.xml"));
        Files.createFile(tree.resolve("src/cli/pom.xml"));
    }

    private static Path folderOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void archive(Path folder, Path jar, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> walk = Files.walk(folder)) {
            out.setLevel(0);
            for (Path each : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                String name = folder.relativize(each).toString();
                if (!name.equals("module-info.class") && !name.equals("META-INF/MANIFEST.MF")) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(each, out);
                }
            }
        }
    }

    /** Runs a shell command in the copy. */
    static Result run(String command) throws IOException, InterruptedException {
        return run(command, Map.of());
    }

    static Result run(String command, Map<String, String> environment) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", "");
        Path err = Files.createTempFile("err", "");
        try {
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command)
                    .directory(copy().toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
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

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path file : (Iterable<Path>) walk::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
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
