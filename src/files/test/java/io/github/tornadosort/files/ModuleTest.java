package io.github.tornadosort.files;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ModuleTest {
    private static final String INTERNAL = "io.github.tornadosort.internal.";

    private static JavaClasses classes() throws URISyntaxException {
        return new ClassFileImporter().importPath(
                Path.of(ProgressListener.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }

    @Test
    void internalPackagesHaveNoCycles() throws URISyntaxException {
        slices().matching("io.github.tornadosort.files.(internal..)").should().beFreeOfCycles().check(classes());
    }

    @Test
    void usesNoConsole() throws URISyntaxException {
        ArchRuleDefinition.noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..", "io.github.tornadosort.cli..").check(classes());
    }

    @Test
    void usesNoOtherInternalClasses() throws URISyntaxException {
        TreeSet<String> used = classes().stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(Dependency::getTargetClass)
                .map(type -> type.getBaseComponentType().getName().replaceAll("\\$.*", ""))
                .filter(name -> name.startsWith(INTERNAL))
                .map(name -> name.substring(INTERNAL.length()))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(used).containsExactly(
                "driver.DriverFailure",
                "host.merge.RunMerge", "host.rows.Gather",
                "host.strings.HostStrings",
                "memory.HostBuffers",
                "memory.NativeMemory",
                "policy.Stats",
                "threads.Loop",
                "threads.ParallelRanges");
    }
}
