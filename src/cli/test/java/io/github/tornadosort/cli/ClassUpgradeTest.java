package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClassUpgradeTest {
    @TempDir
    Path folder;

    private static List<String> names(JarFile jar) {
        return jar.stream().map(JarEntry::getName).toList();
    }

    /** The JVM verifies each class when it is initialized. */
    @Test
    void theCopyOfPicocliHasTheSameClassesForJava8() throws IOException, URISyntaxException, ReflectiveOperationException {
        Path picocli = Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path copy = folder.resolve("copy.jar");
        Path second = folder.resolve("second.jar");

        ClassUpgrade.main(new String[] {picocli.toString(), copy.toString()});
        ClassUpgrade.copy(picocli, second);

        assertThat(copy).hasSameBinaryContentAs(second);
        try (JarFile from = new JarFile(picocli.toFile());
                JarFile to = new JarFile(copy.toFile());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {copy.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            assertThat(names(to)).isEqualTo(names(from));
            int upgraded = 0;
            for (JarEntry entry : to.stream().toList()) {
                byte[] content = to.getInputStream(entry).readAllBytes();
                byte[] original = from.getInputStream(from.getJarEntry(entry.getName())).readAllBytes();
                if (!entry.getName().endsWith(".class") || entry.getName().endsWith("module-info.class")) {
                    assertThat(content).as(entry.getName()).isEqualTo(original);
                    continue;
                }
                assertThat(ClassFile.of().parse(original).majorVersion()).isEqualTo(ClassFile.JAVA_5_VERSION);
                assertThat(ClassFile.of().parse(content).majorVersion()).isEqualTo(ClassFile.JAVA_8_VERSION);
                Class.forName(entry.getName().replace(".class", "").replace('/', '.'), true, loader);
                upgraded++;
            }
            assertThat(upgraded).isGreaterThan(100);
        }
    }

    @Test
    void newerClassesAreNotChanged() throws IOException, URISyntaxException {
        Path jar = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path copy = folder.resolve("copy.jar");

        ClassUpgrade.copy(jar, copy);

        try (JarFile from = new JarFile(jar.toFile()); JarFile to = new JarFile(copy.toFile())) {
            assertThat(names(to)).isEqualTo(names(from));
            for (JarEntry entry : to.stream().toList()) {
                assertThat(to.getInputStream(entry).readAllBytes())
                        .as(entry.getName())
                        .isEqualTo(from.getInputStream(from.getJarEntry(entry.getName())).readAllBytes());
            }
        }
        assertThat(Files.size(copy)).isPositive();
    }
}
