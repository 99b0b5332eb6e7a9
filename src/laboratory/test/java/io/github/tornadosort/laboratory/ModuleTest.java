package io.github.tornadosort.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.github.tornadosort.internal.laboratory.Laboratory;
import io.github.tornadosort.laboratory.internal.AlgorithmCatalog;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ModuleTest {
    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(AlgorithmCatalog.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void theLibraryFindsTheLaboratory() {
        assertThat(Laboratory.find()).containsInstanceOf(AlgorithmCatalog.class);
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
        ArchRuleDefinition.classes().that()
                .haveNameMatching(".*\\.(RadixScan|RadixSplit|RadixFourWay|RadixMsd|SampleSort|MergeSort|NetworkSort)")
                .should().onlyHaveDependentClassesThat().haveFullyQualifiedName(AlgorithmCatalog.class.getName())
                .check(classes());
    }
}
