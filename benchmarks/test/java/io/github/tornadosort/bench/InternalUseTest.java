package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that this module uses only the public package of the library, except for the internal classes listed here. */
@Tag("slow")
class InternalUseTest {
    private static final String INTERNAL = "io.github.tornadosort.internal.";

    @Test
    void usesNoOtherInternalClasses() throws URISyntaxException {
        Path classes = Path.of(BenchCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());

        TreeSet<String> used = new ClassFileImporter().importPath(classes).stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(type -> type.getBaseComponentType().getName().replaceAll("\\$.*", ""))
                .filter(name -> name.startsWith(INTERNAL))
                .map(name -> name.substring(INTERNAL.length()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(used).containsExactly("plan.DeviceArrays");
    }
}
