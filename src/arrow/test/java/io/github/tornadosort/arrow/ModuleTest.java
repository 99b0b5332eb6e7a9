package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(ArrowSort.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void usesThePublicPackageOfTheLibraryOnly() throws URISyntaxException {
        ArchRuleDefinition.noClasses().that().resideOutsideOfPackage("io.github.tornadosort.arrow.internal.file").should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.tornadosort.internal..", "uk.ac.manchester..").check(classes());
    }

    /** The command line uses this package without Arrow's memory management. */
    @Test
    void internalPackageUsesNoVectors() throws URISyntaxException {
        ArchRuleDefinition.noClasses().that().resideInAPackage("io.github.tornadosort.arrow.internal..").should()
                .dependOnClassesThat().resideInAnyPackage(
                        "org.apache.arrow.memory..", "org.apache.arrow.vector..", "io.github.tornadosort.arrow")
                .check(classes());
    }

    @Test
    void threeClassesArePublic() throws URISyntaxException {
        assertThat(classes().stream()
                .filter(type -> type.getPackageName().equals("io.github.tornadosort.arrow") && type.isTopLevelClass()
                        && type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(type -> type.getSimpleName()))
                .containsExactlyInAnyOrder("ArrowSort", "ArrowKey", "ArrowFileSorter");
    }
}
