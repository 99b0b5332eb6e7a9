package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.github.tornadosort.internal.laboratory.Laboratory;
import io.github.tornadosort.laboratory.internal.catalog.AlgorithmCatalog;
import io.github.tornadosort.laboratory.internal.network.NetworkSort;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ModuleTest {
    private static final String INTERNAL = "io.github.tornadosort.laboratory.internal";

    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(AlgorithmCatalog.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void theLibraryFindsTheLaboratory() {
        assertThat(Laboratory.find()).containsInstanceOf(AlgorithmCatalog.class);
    }

    @Test
    void packagesHaveNoCycles() throws URISyntaxException {
        SlicesRuleDefinition.slices().matching("io.github.tornadosort.(laboratory..)").should().beFreeOfCycles()
                .check(classes());
    }

    /** Plans of the library, their arrays and graphs, and code that kernels share: the interface of the laboratory. */
    @Test
    void usesFewInternalPackagesOfTheLibrary() throws URISyntaxException {
        ArchRuleDefinition.noClasses().should().dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.tornadosort.internal.(device|host|memory|operation|selftest|threads)..")
                .check(classes());
    }

    /** An algorithm does not know others, but for what several of them share. */
    @Test
    void onlyTheCatalogUsesTheAlgorithms() throws URISyntaxException {
        for (String algorithm : new String[] {"fourway", "merge", "radixlocal", "radixmsd", "radixsplit", "sample"}) {
            ArchRuleDefinition.classes().that().resideInAPackage(INTERNAL + "." + algorithm).should()
                    .onlyHaveDependentClassesThat().resideInAnyPackage(INTERNAL + "." + algorithm, INTERNAL + ".catalog")
                    .check(classes());
        }
        ArchRuleDefinition.classes().that().haveFullyQualifiedName(NetworkSort.class.getName()).should()
                .onlyHaveDependentClassesThat().resideInAPackage(INTERNAL + ".catalog")
                .check(classes());
    }
}
