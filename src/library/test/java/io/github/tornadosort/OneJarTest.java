package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One jar runs on the JVM backend and on every SDK, so its class files may name nothing of TornadoVM's packages that is
 * not public API. (A common superclass that only the JVM backend has gets into them where two of its subclasses meet.)
 */
class OneJarTest {

    @Test
    void classFilesNameOnlyPublicApi() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(Sorter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> hidden = new ArrayList<>();
        int seen = 0;
        try (Stream<Path> files = Files.walk(classes.resolve("io"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                for (String name : tornadoClasses(file)) {
                    seen++;
                    if (!Modifier.isPublic(Class.forName(name, false, getClass().getClassLoader()).getModifiers())) {
                        hidden.add(classes.relativize(file) + " names " + name);
                    }
                }
            }
        }
        assertThat(seen).as("names of TornadoVM's classes").isGreaterThan(100);
        assertThat(hidden).isEmpty();
    }

    private static List<String> tornadoClasses(Path file) throws IOException {
        List<String> names = new ArrayList<>();
        for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof ClassEntry type && type.asInternalName().startsWith("uk/ac/manchester/")) {
                names.add(type.asInternalName().replace('/', '.'));
            }
        }
        return names;
    }
}
