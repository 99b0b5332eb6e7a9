package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(SparkSort.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void usesThePublicPackageOfTheLibraryOnly() throws URISyntaxException {
        ArchRuleDefinition.noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.github.tornadosort.internal..", "uk.ac.manchester.tornado.jvm..").check(classes());
    }

    @Test
    void fourClassesArePublic() throws URISyntaxException {
        assertThat(classes().stream().filter(type -> type.isTopLevelClass() && type.getModifiers().contains(
                JavaModifier.PUBLIC)).map(type -> type.getSimpleName()))
                .containsExactlyInAnyOrder("SparkSort", "TornadoSortExec", "TornadoSortExtensions", "TornadoSortPlugin");
    }

    /** No overloads, so that Scala can choose a method by its name. */
    @Test
    void publicMethodsAreNotOverloaded() {
        assertThat(
                Arrays.stream(SparkSort.class.getMethods()).filter(method -> method.getDeclaringClass() == SparkSort.class)
                        .map(method -> method.getName()))
                .containsExactlyInAnyOrder("sortByKey", "sortRecords", "orderBy");
    }
}
