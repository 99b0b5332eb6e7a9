package io.github.tornadosort.arrow;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(ArrowSort.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void usesThePublicPackageOfTheLibraryOnly() throws URISyntaxException {
        ArchRuleDefinition.noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.github.tornadosort.internal..", "uk.ac.manchester..").check(classes());
    }
}
