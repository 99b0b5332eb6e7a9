package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(TornadoSortExtensions.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void twoClassesArePublic() throws URISyntaxException {
        assertThat(classes().stream().filter(type -> type.isTopLevelClass() && type.getModifiers().contains(
                JavaModifier.PUBLIC)).map(type -> type.getSimpleName()))
                .containsExactlyInAnyOrder("TornadoSortExec", "TornadoSortExtensions");
    }
}
