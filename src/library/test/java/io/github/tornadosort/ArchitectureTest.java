package io.github.tornadosort;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/**
 * The rules for packages. The public package has two halves: classes that run something ({@link #RUNNING}) use the internal
 * packages, which in turn use the value types, such as {@link Column} and {@link Order}, and nothing else of it.
 */
class ArchitectureTest {
    private static final String API = "io.github.tornadosort";
    private static final String STAGE = API + ".stage";
    private static final String INTERNAL = API + ".internal..";

    /** The classes of the public package that use internal ones. */
    private static final List<String> RUNNING =
            Stream.of("Sorter", "ArraySorts", "StringSorts", "ObjectSorts", "RecordSorts", "SegmentSorts",
                    "ArgumentChecks", "Diagnostics").map(name -> API + "." + name).toList();

    private static final JavaClasses LIBRARY = read();

    private static JavaClasses read() {
        try {
            return new ClassFileImporter().importPath(
                    Path.of(Sorter.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String topLevel(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }

    private static boolean isRunning(JavaClass type) {
        return RUNNING.contains(topLevel(type));
    }

    /** Each internal package, and both parts of the public one. */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName() + (isRunning(type) ? " (running)" : ""));
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    @Test
    void packagesHaveNoCycles() {
        slices().assignedFrom(PACKAGES)
                .should().beFreeOfCycles()
                .check(LIBRARY);
    }

    @Test
    void classesArePublicOrInPackageInternal() {
        assertThat(LIBRARY).allSatisfy(type -> assertThat(type.getPackageName())
                .matches(name -> name.equals(API) || name.equals(STAGE) || name.startsWith(API + ".internal.")));
    }

    @Test
    void kernelsUseTornadoVmAlone() {
        classes().that().resideInAPackage(API + ".internal.kernel")
                .should().onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "uk.ac.manchester.tornado.api..", API + ".internal.kernel"))
                .check(LIBRARY);
    }

    @Test
    void hostSortsDoNotUseTornadoVm() {
        noClasses().that().resideInAPackage(API + ".internal.host..")
                .should().dependOnClassesThat(resideInAPackage("uk.ac.manchester.."))
                .check(LIBRARY);
    }

    /** SLF4J prints a warning when the first logger is created and no provider is there. Most sorts log nothing. */
    @Test
    void loggersAreCreatedWhenSomethingIsLogged() {
        noFields().should().haveRawType(Logger.class).check(LIBRARY);
    }

    /** Asking which devices there are runs no kernel and reads and writes no file. */
    @Test
    void devicesArePlainData() {
        noClasses().that().haveSimpleName("SortDevice").or().haveSimpleName("DeviceDiscovery")
                .should().dependOnClassesThat(
                        resideInAnyPackage(API + ".internal.(device|kernel|operation|plan|policy|selftest)", "java.nio.."))
                .check(LIBRARY);
    }

    @Test
    void publicSignaturesNameNoInternalType() {
        List<String> found = new ArrayList<>();
        for (JavaClass type : LIBRARY.that(resideInAnyPackage(API, STAGE).and(not(resideInAPackage(INTERNAL))))) {
            Stream.concat(
                    Stream.of(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                            .flatMap(types -> types)
                            .filter(_ -> isVisible(type)),
                    type.getMembers().stream()
                            .filter(member -> isVisible(type) && isVisible(member))
                            .flatMap(ArchitectureTest::signature))
                    .filter(used -> used.getPackageName().startsWith(API + ".internal"))
                    .forEach(used -> found.add(type.getName() + " names " + used.getName()));
        }
        assertThat(found).isEmpty();
    }

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC) || type.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaClass> signature(JavaMember member) {
        return switch (member) {
            case JavaField field -> field.getType().getAllInvolvedRawTypes().stream();
            case JavaCodeUnit code -> Stream.of(
                    code.getReturnType().getAllInvolvedRawTypes().stream(),
                    code.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream()),
                    code.getExceptionTypes().stream())
                    .flatMap(types -> types);
            default -> throw new IllegalStateException(member.getFullName());
        };
    }
}
