package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(TornadoSortExtensions.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void usesThePublicPackageOfTheLibraryOnly() throws URISyntaxException {
        ArchRuleDefinition.noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.github.tornadosort.internal..", "uk.ac.manchester.tornado.jvm..").check(classes());
    }

    @Test
    void twoClassesArePublic() throws URISyntaxException {
        assertThat(classes().stream().filter(type -> type.isTopLevelClass() && type.getModifiers().contains(
                JavaModifier.PUBLIC)).map(type -> type.getSimpleName()))
                .containsExactlyInAnyOrder("TornadoSortExec", "TornadoSortExtensions");
    }
}
