package io.github.tornadosort.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that this module uses only the public package of the library, except for the internal classes listed here, and that its
 * packages depend on each other in one direction.
 */
@Tag("slow")
class InternalUseTest {
    private static final String INTERNAL = "io.github.tornadosort.internal.";

    private static JavaClasses read() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void packagesHaveNoCycles() throws URISyntaxException {
        slices().matching("io.github.tornadosort.(cli..)").should().beFreeOfCycles().check(read());
    }

    /** What a command can do, a Java program can. */
    @Test
    void filesAreUsedThroughTheirPublicClasses() throws URISyntaxException {
        noClasses().should().dependOnClassesThat().resideInAPackage("..files.internal..").check(read());
    }

    @Test
    void usesNoOtherInternalClasses() throws URISyntaxException {
        TreeSet<String> used = read().stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(type -> type.getBaseComponentType().getName().replaceAll("\\$.*", ""))
                .filter(name -> name.startsWith(INTERNAL))
                .map(name -> name.substring(INTERNAL.length()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(used).containsExactly("driver.DriverFailure");
    }
}
