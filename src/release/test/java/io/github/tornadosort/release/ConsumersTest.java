package io.github.tornadosort.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.tornadosort.testing.OutsideProject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of others that use the jars of a release. src/library has those that need the library alone. */
class ConsumersTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final Path RELEASE = Path.of(System.getProperty("tornadosort.release"));
    private static final String VERSION = System.getProperty("tornadosort.version");
    private static final List<String> THIRD_PARTIES =
            List.of("arrow-format", "flatbuffers-java", "lz4-java", "slf4j-api", "zstd-jni");

    private static String modulePath() {
        return Stream.concat(
                Stream.of("", "-laboratory", "-files", "-arrow", "-jvm")
                        .map(name -> RELEASE.resolve("tornado-sort" + name + "-" + VERSION + ".jar").toString()),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(jar -> THIRD_PARTIES.stream().anyMatch(Path.of(jar).getFileName().toString()::startsWith)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void theJarsAreModulesThatExportTheirPublicPackages() throws IOException {
        Set<String> exported = new TreeSet<>();
        for (ModuleReference module : ModuleFinder.of(
                Arrays.stream(modulePath().split(File.pathSeparator)).map(Path::of).toArray(Path[]::new)).findAll()) {
            if (module.descriptor().name().startsWith("io.github.tornadosort")) {
                assertThat(module.descriptor().isAutomatic()).as(module.descriptor().name()).isFalse();
                for (Exports exports : module.descriptor().exports()) {
                    if (!exports.isQualified()) {
                        exported.add(exports.source());
                        assertThat(annotations(module, exports.source())).as(exports.source())
                                .contains("Lorg/jspecify/annotations/NullMarked;");
                    }
                }
            }
        }
        assertThat(exported).containsExactly("io.github.tornadosort", "io.github.tornadosort.arrow",
                "io.github.tornadosort.files", "io.github.tornadosort.stage");
    }

    /** Returns the class file of a package's annotations. */
    private static String annotations(ModuleReference module, String name) throws IOException {
        try (ModuleReader reader = module.open();
                InputStream in = reader.open(name.replace('.', '/') + "/package-info.class").orElseThrow()) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aProgramUsesAllLibrariesAsModules(@TempDir Path classes) throws IOException, InterruptedException {
        Path sources = ROOT.resolve("src/release/it/modules/src/main/java");
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages, true);
        // Without a class path, javac would take that of this JVM.
        ToolProvider.findFirst("javac").orElseThrow().run(out, out, "-Xlint:all", "-Werror", "--class-path",
                classes.toString(), "--module-path", modulePath(), "-d", classes.toString(),
                sources.resolve("module-info.java").toString(),
                sources.resolve("example/Main.java").toString());
        assertThat(messages.toString()).isEmpty();

        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=io.github.tornadosort,io.github.tornadosort.files", "--module-path",
                classes + File.pathSeparator + modulePath(), "-m", "example/example.Main").redirectErrorStream(true).start();
        assertThat(program.inputReader().readAllAsString()).isEqualTo("[1, 2, 3] [0, 2, 1] a b x\n");
        assertThat(program.waitFor()).isZero();
    }

    @Test
    @Tag("slow")
    void aProgramInKotlin(@TempDir Path folder) throws IOException, InterruptedException {
        assumeFalse(System.getProperty("tornadosort.maven").equals("offline: true"), "Kotlin's compiler is downloaded each time");
        OutsideProject project = OutsideProject.copy("src/release/it/kotlin", folder).compile();
        assertThat(project.java("-cp", project.path(), "MainKt")).isEqualTo("1, 2, 3 a, b, null none\n");

        Path program = folder.resolve("src/main/kotlin/Main.kt");
        Files.writeString(program, Files.readString(program).replace(" ?: \"none\"", ""));
        assertThatThrownBy(project::compile).hasMessageContaining("String?");
    }
}
