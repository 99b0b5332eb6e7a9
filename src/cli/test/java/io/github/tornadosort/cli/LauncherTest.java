package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the launcher in a separate process, in a copy of the sources. */
@Tag("slow")
class LauncherTest {
    private static final String SORT = "scripts/tornado-sort ";
    private static final String JAVA = "'" + System.getProperty("java.home") + "/bin/java";
    private static final String JARS = "'" + SourceTree.JARS + "/*':'" + SourceTree.JARS + "/jvm/*'";

    @TempDir
    Path folder;

    /** A shell script stands in for Maven, which builds {@link SourceTree}. Like Maven, it may leave jars as they are. */
    @Test
    void buildsOnceAndAfterChanges() throws IOException, InterruptedException {
        Path jars = SourceTree.copy().resolve(SourceTree.JARS);
        Path launcher = treeWithMaven("printf '%s' \"$HOME\" >home; cp -Rp '" + jars + "' src/cli/target/jvm");
        String version = "'" + launcher + "' --version";
        Path tree = launcher.resolve("../..").normalize();

        SourceTree.Result first = SourceTree.run("unset HOME; " + version);
        SourceTree.Result second = SourceTree.run(version);
        Files.setLastModifiedTime(tree.resolve("pom.xml"), FileTime.from(Instant.now()));
        SourceTree.Result changed = SourceTree.run(version);

        assertThat(first.status()).isZero();
        assertThat(first.err()).isEqualTo("tornado-sort: building with Maven; the first time this takes a minute\n");
        assertThat(first.out()).startsWith("tornado-sort 0.").contains("Java ");
        assertThat(second).isEqualTo(new SourceTree.Result(0, "", first.out()));
        assertThat(changed.status()).isZero();
        assertThat(changed.err()).startsWith("tornado-sort: building with Maven");
        assertThat(Path.of(Files.readString(tree.resolve("home")))).isDirectory();
    }

    /** Several commands of a pipe start at once in a tree that was not built. */
    @Test
    void oneStartBuildsAndTheOthersWait() throws IOException, InterruptedException {
        Path jars = SourceTree.copy().resolve(SourceTree.JARS);
        Path launcher = treeWithMaven("echo build >>builds; sleep 2; cp -Rp '" + jars + "' src/cli/target/jvm");
        Path tree = launcher.resolve("../..").normalize();

        SourceTree.Result result =
                SourceTree.run("'L' generate -n 9 --type int8 --seed 1 | 'L' sort --type int8 | 'L' verify - --type int8"
                        .replace("L", launcher.toString()));

        assertThat(tree.resolve("builds")).hasContent("build");
        assertThat(result.err().split("waiting for another start of tornado-sort", -1)).hasSize(3);
        assertThat(result.out()).startsWith("/dev/stdin: 9 int8 keys in order");
        assertThat(result.status()).isZero();
    }

    /** The last locale is not installed. The shell's names are bytes, whatever the locale of this JVM. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "xx_YY.UTF-8"})
    void namesMayHaveOtherCharactersInAnyLocale(String locale) throws IOException, InterruptedException {
        assumeTrue(SourceTree.run("test \"$(LC_ALL=C.UTF-8 locale charmap)\" = UTF-8").status() == 0, "no locale C.UTF-8");
        String names =
                "cd '" + folder + "'; umlaut=$(printf 'Gr\\303\\266\\303\\237e \\320\\226'); export LC_ALL=" + locale + "; ";
        Path launcher = SourceTree.copy().resolve("scripts/tornado-sort");

        SourceTree.Result sorted =
                SourceTree.run(names + "printf \"$umlaut,b\\n2,x\\n1,y\\n\" >\"$umlaut.csv\"; '" + launcher
                        + "' csv \"$umlaut.csv\" -o \"$umlaut 2.csv\" --key \"$umlaut:int64\" && tail -n 2 \"$umlaut 2.csv\"");

        assertThat(sorted).isEqualTo(new SourceTree.Result(0, "", "1,y\n2,x\n"));
    }

    /** Creates a source tree in which Maven is replaced by a shell script. */
    private Path treeWithMaven(String script) throws IOException, InterruptedException {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        SourceTree.addSources(tree);
        Files.createDirectory(tree.resolve("tornado-config"));
        for (String name : new String[] {"tornado-config/java.argfile", "tornado-config/files.argfile",
            "tornado-config/jdk.sh"}) {
            Path flags = Path.of(name);
            Files.copy(SourceTree.copy().resolve(flags), tree.resolve(flags));
        }
        Path maven = Files.writeString(tree.resolve("mvnw"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(tree.resolve("scripts"));
        return Files.copy(
                SourceTree.copy().resolve("scripts/tornado-sort"),
                tree.resolve("scripts/tornado-sort"),
                StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** The build does not read the input of the sort. */
    @Test
    void aFailedBuildIsShown() throws IOException, InterruptedException {
        Path launcher = treeWithMaven("cat; echo home: \"$HOME\"; exit 3");

        SourceTree.Result result = SourceTree.run("export HOME=/mine; printf 'a line\\n' | '" + launcher + "' lines");

        assertThat(result.status()).isOne();
        assertThat(result.err()).isEqualTo("""
                tornado-sort: building with Maven; the first time this takes a minute
                home: /mine
                tornado-sort: the build failed, see the output above
                """);
    }

    @Test
    void saysThatASourceTreeCannotBeWritten() throws IOException, InterruptedException {
        Path launcher = treeWithMaven("exit 3");
        Files.deleteIfExists(folder.resolve("tree/src/cli/target"));
        Files.writeString(folder.resolve("tree/src/cli/target"), "a file");

        SourceTree.Result result = SourceTree.run("'" + launcher + "' --version");

        assertThat(result).isEqualTo(new SourceTree.Result(
                1,
                "tornado-sort: " + folder.toRealPath()
                        + "/tree/src/cli/target cannot be written, where classes would be kept\n",
                ""));
    }

    /** A compiler on the path may be of an older JDK. */
    @Test
    void theJdkOfJavaOnThePathIsFound() throws IOException, InterruptedException {
        Path jdk = Files.createDirectories(folder.toRealPath().resolve("jdk"));
        Path path = Files.createDirectory(folder.resolve("path"));
        Files.createDirectory(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        for (Path program : List.of(jdk.resolve("bin/java"), jdk.resolve("bin/javac"), path.resolve("javac"))) {
            Files.writeString(program, "#!/bin/sh\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.createSymbolicLink(path.resolve("java"), jdk.resolve("bin/java"));

        SourceTree.Result result = SourceTree.run("set -eu; unset JAVA_HOME; PATH='" + path
                + "':$PATH; needed=javac; . tornado-config/jdk.sh; printf %s \"$jdk\"");

        assertThat(result).isEqualTo(new SourceTree.Result(0, "", jdk.toString()));
    }

    @Test
    void aLinkStartsItFromAnyFolderInAnEmptyEnvironment() throws IOException, InterruptedException {
        Path link = folder.resolve("sorter");
        Files.createSymbolicLink(link, SourceTree.copy().resolve("scripts/tornado-sort"));

        SourceTree.Result result =
                SourceTree.run("cd / && env -i JAVA_HOME='" + printingJdk() + "' '" + link + "' --version");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).endsWith("io.github.tornadosort.cli.Main\n--version\n");
    }

    @Test
    void javaOptionsMayBeQuoted() throws IOException, InterruptedException {
        Map<String, String> options = Map.of("JAVA_OPTS", "'-Dmine=a  \"b\"' \"-Dyours=it's\" -Dtheirs=$HOME;*\\ `id`");

        SourceTree.Result words = SourceTree.run("JAVA_HOME='" + printingJdk() + "' " + SORT + "--version", options);
        SourceTree.Result open = SourceTree.run(SORT + "--version", Map.of("JAVA_OPTS", "-Dmine='a"));

        assertThat(words.out()).contains("\n-Dmine=a  \"b\"\n-Dyours=it's\n-Dtheirs=$HOME;* `id`\n");
        assertThat(open.status()).isOne();
        assertThat(open.err()).endsWith("tornado-sort: JAVA_OPTS has an unterminated quote: -Dmine='a\n");
    }

    @Test
    void hugePagesAreUsedWhereThereAreSome() throws IOException, InterruptedException {
        Path modes = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        boolean offered = Files.isReadable(modes) && !Files.readString(modes).contains("[never]");

        SourceTree.Result result = SourceTree.run("JAVA_OPTS=-XX:+PrintFlagsFinal " + SORT + "--version");

        assertThat(Pattern.compile("UseTransparentHugePages += true").matcher(result.out()).find()).isEqualTo(offered);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void adaptsTheFlagsOfTheSdk() throws IOException, InterruptedException {
        Path sdk = Files.createDirectory(folder.resolve("an SDK & more"));
        Files.writeString(sdk.resolve("tornado-argfile.template"), """
                -Djava.library.path=${TORNADOVM_HOME}/lib
                --module-path .:${TORNADOVM_HOME}/share/java/tornado
                --add-modules ALL-SYSTEM,tornado.runtime,tornado.drivers.cuda
                """);

        assertThat(flagsOf(sdk)).startsWith(
                "-Djava.library.path=" + sdk + "/lib", "--module-path", sdk + "/share/java/tornado", "--add-modules",
                "tornado.runtime,tornado.drivers.cuda", "--enable-native-access=tornado.runtime,tornado.drivers.cuda");
    }

    /** Makes a JDK whose programs print their words. */
    private Path printingJdk() throws IOException {
        Path jdk = folder.resolve("jdk");
        for (String program : new String[] {"java", "javac"}) {
            Path file = jdk.resolve("bin").resolve(program);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.9\"\n");
        return jdk;
    }

    /** Returns the words that the launcher passes to java. */
    private List<String> flagsOf(Path sdk, String... environment) throws IOException, InterruptedException {
        return SourceTree.run(String.join(" ", environment) + " JAVA_HOME='" + printingJdk() + "' TORNADOVM_HOME='" + sdk
                + "' " + SORT + "devices").out().lines().toList();
    }

    /** Without the loader of Level Zero, TornadoVM cannot start the backend unless it is told to use OpenCL. */
    @Test
    void spirvUsesOpenClWhereThereIsNoLevelZero() throws IOException, InterruptedException {
        Path sdk = Files.createDirectories(folder.resolve("sdk"));
        Files.createDirectory(sdk.resolve("etc"));
        Files.writeString(sdk.resolve("tornado-argfile.template"), "--add-modules ALL-SYSTEM,tornado.drivers.spirv\n");
        Path loaders = Files.createDirectory(folder.resolve("loaders"));
        Files.createFile(loaders.resolve("libze_loader.so.1"));
        Path library = Files.createDirectory(sdk.resolve("lib")).resolve("libtornado-levelzero.so");

        Files.writeString(sdk.resolve("etc/tornado.backend"), "tornado.backends=opencl-backend\n");
        String flag = "-Dtornado.spirv.runtimes=opencl";
        assertThat(flagsOf(sdk)).doesNotContain(flag);

        Files.writeString(sdk.resolve("etc/tornado.backend"), "tornado.backends=opencl-backend,spirv-backend\n");
        assertThat(flagsOf(sdk)).contains(flag);

        String withLoader = "LD_LIBRARY_PATH='/no/folder:" + loaders + "'";
        assertThat(flagsOf(sdk, withLoader)).contains(flag);
        Files.createFile(library);
        assertThat(flagsOf(sdk, withLoader)).doesNotContain(flag);
    }

    @Test
    void aMissingDriverIsNamed() throws IOException, InterruptedException {
        assumeTrue(
                Files.exists(Path.of(String.valueOf(System.getenv("TORNADOVM_HOME")), "lib", "libtornado-opencl.so")),
                "no SDK for OpenCL");
        Map<String, String> environment = Map.of("OCL_ICD_VENDORS", folder.toString());

        SourceTree.Result devices = SourceTree.run(SORT + "devices", environment);
        SourceTree.Result doctor = SourceTree.run(SORT + "doctor", environment);

        assertThat(devices.status()).isOne();
        assertThat(devices.err()).endsWith("tornado-sort: TornadoVM cannot load its drivers: No OpenCL platforms found;"
                + " install the driver, or use --backend jvm\n");
        assertThat(doctor.status()).isOne();
        assertThat(doctor.out()).contains(
                "broken  TornadoVM cannot load its drivers: No OpenCL platforms found",
                "Problems found: 1");
    }

    /** Compiles a replacement of a class of TornadoVM's API. Its runtime fails as the property {@code fault} says. */
    private void compileFaultyDriver() throws IOException, InterruptedException {
        Path source = folder.resolve("TornadoRuntimeProvider.java");
        Files.writeString(source, """
                package uk.ac.manchester.tornado.api.runtime;
                import java.lang.reflect.Proxy;
                import uk.ac.manchester.tornado.api.*;
                import uk.ac.manchester.tornado.api.common.TornadoDevice;
                import uk.ac.manchester.tornado.jvm.JvmRuntime;
                public class TornadoRuntimeProvider {
                    private static <T> T fake(Class<T> type, Object real, String answered, Object answer) {
                        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                            (self, method, arguments) -> method.getName().equals(answered)
                                ? answer
                                : method.invoke(real, arguments)));
                    }
                    public static TornadoRuntime getTornadoRuntime() {
                        String fault = System.getProperty("fault");
                        if (fault.equals("start")) {
                            throw new ExceptionInInitializerError(new IllegalStateException("[ERROR] no platform"));
                        }
                        TornadoRuntime real = JvmRuntime.INSTANCE;
                        TornadoBackend backend = real.getBackend(0);
                        TornadoDevice[] devices = {null, backend.getDevice(0)};
                        TornadoDevice ill = fake(TornadoDevice.class, devices[1], "getMaxAllocMemory", "no number");
                        backend = fault.equals("none")
                            ? fake(TornadoBackend.class, backend, "getNumDevices", 0)
                            : fake(TornadoBackend.class, backend, "getDevice", fault.equals("ill") ? ill : null);
                        return fake(TornadoRuntime.class, real, "getBackend", backend);
                    }
                }
                """);
        assertThat(SourceTree.run(JAVA + "c' -d '" + folder + "' -cp " + JARS + " '" + source + "'").status()).isZero();
    }

    private SourceTree.Result runWithFaultyDriver(String fault, String words) throws IOException, InterruptedException {
        return SourceTree
                .run(JAVA + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dfault=" + fault + " -cp '" + folder + "':" + JARS
                        + " io.github.tornadosort.cli.Main " + words);
    }

    @Test
    void devicesAndDoctorReportAFailingDriver() throws IOException, InterruptedException {
        compileFaultyDriver();
        assertThat(runWithFaultyDriver("start", "devices")).isEqualTo(new SourceTree.Result(1, "tornado-sort: TornadoVM"
                + " cannot load its drivers: no platform; install the driver, or use --backend jvm\n", ""));
        assertThat(runWithFaultyDriver("start", "doctor").out())
                .contains("ok      JDK ", "broken  TornadoVM cannot load its drivers: no platform", "Problems found: 1");

        assertThat(runWithFaultyDriver("none", "devices").err())
                .isEqualTo("tornado-sort: TornadoVM found no device; install the driver, or use --backend jvm\n");

        assertThat(runWithFaultyDriver("unnamed", "doctor").out())
                .contains("broken  Device 0:0 is left out, since its driver fails: ");

        assertThat(runWithFaultyDriver("ill", "doctor").out()).contains("broken  device 0:0 jvm ");
    }

    /** The first sort stores the classes. A file that a killed JVM has left is replaced without a word. */
    @Test
    void startsFromTheClassesOfAnEarlierSort() throws IOException, InterruptedException {
        Path archive = SourceTree.copy().resolve("src/cli/target/jvm/classes.jsa");
        String sort = "printf 'b\\na\\n' | " + SORT + "lines";
        SourceTree.Result sorted = new SourceTree.Result(0, "", "a\nb\n");

        Files.write(archive, new byte[0]);
        assertThat(SourceTree.run(SORT + "--version").err()).isEmpty();
        assertThat(archive).doesNotExist();
        Files.write(archive, new byte[1000]);
        assertThat(SourceTree.run(sort)).isEqualTo(sorted);
        assertThat(archive).exists();
        assertThat(SourceTree.run(sort)).isEqualTo(sorted);
        assertThat(SourceTree.run("JAVA_OPTS=-Xlog:class+load " + SORT + "--version").out())
                .containsPattern("cli\\.Main source: shared objects file")
                .contains("java.lang.Object source: shared objects file");
        FileTime before = Files.getLastModifiedTime(archive);
        SourceTree.Result other = SourceTree.run("JAVA_OPTS=-XX:+UseZGC " + SORT + "--version");
        assertThat(other.err()).isEmpty();
        assertThat(other.out()).startsWith("tornado-sort 0.");
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(before);
    }

    /** Makes a distribution of the jars of the source tree. */
    private static Path distribution(Path root) throws IOException {
        Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(root.resolve("lib"), SourceTree.copy().resolve(SourceTree.JARS));
        Files.createSymbolicLink(root.resolve("tornado-config"), SourceTree.copy().resolve("tornado-config"));
        return Files.copy(
                SourceTree.copy().resolve("scripts/tornado-sort"), root.resolve("bin/tornado-sort"),
                StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Nothing is left in the folder for temporary files, and nothing is written to the root folder. */
    @ParameterizedTest
    @ValueSource(strings = {"XDG_CACHE_HOME=/proc/none", "-u XDG_CACHE_HOME -u HOME"})
    void runsWithoutAFolderForItsFiles(String environment) throws IOException, InterruptedException {
        Path launcher = distribution(folder.resolve("distribution"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path program = Files.writeString(folder.resolve("Hello.java"), "public class Hello {}");
        Path sdk = Files.createDirectory(folder.resolve("sdk"));
        Files.writeString(sdk.resolve("tornado-argfile.template"), "-Dsdk=mine\n");
        String run = "env " + environment + " TMPDIR='" + temporary + "' %s '" + launcher + "' ";
        boolean hadCache = Files.exists(Path.of("/.cache"));

        assertThat(SourceTree.run("printf 'b\\na\\n' | " + run.formatted("") + "lines"))
                .isEqualTo(new SourceTree.Result(0, "", "a\nb\n"));
        assertThat(SourceTree.run(run.formatted("") + "run '" + program + "'"))
                .isEqualTo(new SourceTree.Result(
                        1,
                        "tornado-sort: no folder can be written in which classes would be kept: set XDG_CACHE_HOME to one\n",
                        ""));
        assertThat(SourceTree
                .run(run.formatted("TORNADOVM_HOME='" + sdk + "' JAVA_OPTS=-XshowSettings:properties") + "--version")
                .err()).contains("sdk = mine");
        assertThat(temporary).isEmptyDirectory();
        assertThat(Files.exists(Path.of("/.cache"))).isEqualTo(hadCache);
    }

    @Test
    void refusesAFolderThatAClassPathCannotName() throws IOException, InterruptedException {
        Path root = folder.resolve("a:b");

        SourceTree.Result result = SourceTree.run("'" + distribution(root) + "' --version");

        assertThat(result)
                .isEqualTo(new SourceTree.Result(1, "tornado-sort: " + root.toRealPath() + ": ':' separates the entries"
                        + " of a Java class path, so it cannot be in the name of a folder: move or rename it\n", ""));
        assertThat(
                SourceTree.run("XDG_CACHE_HOME='" + root + "' '" + distribution(folder.resolve("c")) + "' --version").err())
                .isEmpty();
    }

    @Test
    void aDeletedWorkingFolderIsNamed() throws IOException, InterruptedException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        Path launcher = SourceTree.copy().resolve("scripts/tornado-sort");

        SourceTree.Result result =
                SourceTree.run("cd '" + gone + "' && rmdir '" + gone + "' && '" + launcher + "' --version");

        assertThat(result.status()).isOne();
        assertThat(result.err())
                .endsWith("tornado-sort: the working folder does not exist any more: change to another one\n");
    }

    @Test
    void theCollectorMayBeChosen() throws IOException, InterruptedException {
        SourceTree.Result result = SourceTree.run("JAVA_OPTS='-XX:+PrintFlagsFinal -XX:+UseZGC' " + SORT + "--version");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).containsPattern("UseZGC +:?= true").startsWith("[Global flags]");
    }

    /** Simulates a machine without Java on the PATH, but with a JDK installed by SDKMAN. */
    @Test
    void findsAJdkOfSdkman() throws IOException, InterruptedException {
        for (String tool : new String[] {"dirname", "readlink", "sed", "find", "env", "pwd", "mkdir", "head", "tr", "rm"}) {
            Path found = Stream.of(System.getenv("PATH").split(":"))
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            forward(folder.resolve("bin").resolve(tool), found);
        }
        Path jdk = folder.resolve("home/.sdkman/candidates/java/25-tem");
        Path real = Path.of(System.getProperty("java.home"));
        forward(jdk.resolve("bin/java"), real.resolve("bin/java"));
        forward(jdk.resolve("bin/javac"), real.resolve("bin/javac"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.9\"\n");
        Map<String, String> environment = Map.of(
                "PATH", folder.resolve("bin").toString(),
                "JAVA_HOME", "/nonexistent",
                "HOME", folder.resolve("home").toString());

        SourceTree.Result result = SourceTree.run(SORT + "--version", environment);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("Java ");
    }

    /** Writes a script that runs another program. */
    private static void forward(Path program, Path to) throws IOException {
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\nexec '" + to + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void exitStatusAndErrorsReachTheShell() throws IOException, InterruptedException {
        SourceTree.Result failed = SourceTree.run(SORT + "sort missing -o out --type int32");
        SourceTree.Result usage = SourceTree.run(SORT + "sort");

        assertThat(failed).isEqualTo(new SourceTree.Result(
                1, "tornado-sort: missing: cannot be opened: no such file or directory\n", ""));
        assertThat(usage.status()).isEqualTo(2);
        assertThat(usage.err()).hasLineCount(1);
    }

    @Test
    void rejectsAFolderThatIsNotAnSdk() throws IOException, InterruptedException {
        SourceTree.Result result = SourceTree.run(SORT + "devices", Map.of("TORNADOVM_HOME", folder.toString()));
        SourceTree.Result jvm =
                SourceTree.run(SORT + "devices --backend jvm", Map.of("TORNADOVM_HOME", folder.toString()));

        assertThat(result.status()).isOne();
        assertThat(result.err()).contains("which is not a TornadoVM SDK").hasLineCount(1);
        assertThat(jvm.status()).isZero();
        assertThat(jvm.out()).startsWith("0:0   jvm");
    }

    @Test
    void theJarWithoutABackendSaysWhatIsMissing() throws IOException, InterruptedException {
        String program = "'" + System.getProperty("java.home") + "/bin/java' -cp "
                + "'" + SourceTree.JARS + "/*' io.github.tornadosort.cli.Main ";

        SourceTree.Result result = SourceTree.run(program + "devices");
        SourceTree.Result doctor = SourceTree.run(program + "doctor");

        assertThat(result.status()).isOne();
        assertThat(result.err()).startsWith("tornado-sort: TornadoVM's API cannot be loaded (uk.ac.").hasLineCount(1);
        assertThat(doctor.status()).isOne();
        assertThat(doctor.out()).contains("ok      JDK ", "broken  TornadoVM's API cannot be loaded (uk.ac.");
    }

    @Test
    void runsAProgramOfOneFile() throws IOException, InterruptedException {
        Path source = Files.createDirectory(folder.resolve("my programs")).resolve("Hello.java");
        String program = """
                package a.b;
                import io.github.tornadosort.Sorter;
                public class Hello {
                    public static void main(String... words) {
                        int[] keys = {3, 1, 2};
                        try (Sorter sorter = Sorter.open()) {
                            sorter.sort(keys);
                        }
                        System.out.println(java.util.Arrays.toString(keys) + " " + java.util.Arrays.toString(words));
                    }
                }
                """;
        Files.writeString(source, program);
        String run = SORT + "run '" + source + "' x 'y z'";

        assertThat(SourceTree.run(run)).isEqualTo(new SourceTree.Result(0, "", "[1, 2, 3] [x, y z]\n"));
        Files.writeString(source, program.replace("3, 1, 2", "9, 7, 8"));
        assertThat(SourceTree.run(run).out()).isEqualTo("[7, 8, 9] [x, y z]\n");
        Files.writeString(source, "class Hello {");
        SourceTree.Result broken = SourceTree.run(run);
        assertThat(broken.status()).isOne();
        assertThat(broken.err()).endsWith("tornado-sort: " + source + " was not compiled, see above\n");
        SourceTree.Result missing = SourceTree.run(SORT + "run missing.java");
        assertThat(missing).isEqualTo(new SourceTree.Result(
                1, "tornado-sort: missing.java: no such file, expected a Java program\n", ""));
    }

    @Test
    void showsProgressOnATerminal() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "this system has no script(1)");
        String generate = SORT + "generate -n 2^23 --type float64 --distribution zipf -o /dev/null";

        SourceTree.Result terminal = SourceTree.run("script -q -e -c '" + generate + "' /dev/null");

        assertThat(terminal.status()).isZero();
        assertThat(terminal.out()).contains("generate").contains("%");
    }

    @Test
    void anInterruptedRunLeavesTheOldFile() throws IOException, InterruptedException {
        Path output = Files.writeString(folder.resolve("keys"), "old");
        ProcessBuilder builder = new ProcessBuilder(SourceTree.copy().resolve("scripts/tornado-sort").toString(),
                "generate", "-n", "2^30", "--type", "float64", "--distribution", "zipf", "-o", output.toString());
        Process process = builder.redirectErrorStream(true).start();
        try {
            Path unfinished = awaitUnfinished();
            process.destroy(); // SIGTERM; the shell has been replaced by the JVM
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();

            assertThat(process.exitValue()).isNotZero();
            assertThat(unfinished).doesNotExist();
            assertThat(output).hasContent("old");
        } finally {
            process.destroyForcibly();
        }
    }

    private Path awaitUnfinished() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try (Stream<Path> files = Files.list(folder)) {
                var part = files.filter(file -> file.toString().endsWith(".part")).findFirst();
                if (part.isPresent() && Files.size(part.get()) > 0) {
                    return part.get();
                }
            }
            Thread.sleep(100);
        }
        throw new AssertionError("nothing was written in a minute");
    }
}
