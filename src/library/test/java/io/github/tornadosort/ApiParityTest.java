package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.generator.Generator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that the JVM backend declares of TornadoVM's API is in the SDK's API too, with the same signature and the same
 * constants: what is written for one runs on the other. The members are recorded in a file, so that a build without an SDK
 * compares them too. Where there is an SDK, the file itself is compared with it: {@code TORNADOVM_HOME} names one, or
 * {@code TORNADOVM_API_JAR} names the API's jar where the first would choose the SDK for the whole build.
 */
@Tag("slow")
class ApiParityTest {

    private static final String API = "uk/ac/manchester/tornado/api/";
    private static final Path RECORD =
            Path.of(System.getProperty("tornadosort.root", "."), "src/library/test/resources/tornado-api.txt");

    @TempDir
    Path classes;

    @TempDir
    Path generated;

    @Test
    void everythingDeclaredHereIsRecorded() throws Exception {
        compileBackend();
        Set<String> ours = members(read(classes));

        assertThat(ours).as("members compared").hasSizeGreaterThan(400);
        assertThat(ours)
                .as("declared by the JVM backend; add what is missing to %s, and run this test with an SDK", RECORD)
                .isEqualTo(new TreeSet<>(Files.readAllLines(RECORD)));
    }

    @Test
    void everythingRecordedIsInTheSdk() throws IOException {
        Optional<Path> jar = sdkJar();
        assumeTrue(
                jar.isPresent(), "no TornadoVM SDK: set TORNADOVM_HOME, or TORNADOVM_API_JAR to its tornado-api jar");
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.get().toUri()), Map.of())) {
            assertThat(members(read(zip.getPath("/")))).containsAll(Files.readAllLines(RECORD));
        }
    }

    /** The form in which both sides are compared: one line for each public class and for each of its members. */
    private static Set<String> members(Map<String, ClassModel> api) {
        Set<String> members = new TreeSet<>();
        for (ClassModel type : api.values()) {
            if (isVisible(type.flags())) {
                surface(type, api).forEach(line -> members.add((name(type) + ": " + line).stripTrailing()));
            }
        }
        return members;
    }

    private static Optional<Path> sdkJar() throws IOException {
        String jar = System.getenv("TORNADOVM_API_JAR");
        if (jar != null) {
            return Optional.of(Path.of(jar));
        }
        String home = System.getenv("TORNADOVM_HOME");
        if (home == null) {
            return Optional.empty();
        }
        try (Stream<Path> jars = Files.list(Path.of(home, "share", "java", "tornado"))) {
            return jars.filter(path -> path.getFileName().toString().matches("tornado-api-[^-]+(-jdk\\d+)?\\.jar"))
                    .findFirst();
        }
    }

    /** The backend is compiled here, because a build for the SDK leaves it out. */
    private void compileBackend() throws Exception {
        Path main = Path.of(System.getProperty("tornadosort.root", "."), "src", "jvm", "main");
        Generator.main(new String[] {main.resolve("templates").toString(), generated.toString()});
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", classes.toString()));
        try (Stream<Path> sources = Files.walk(main.resolve("java")); Stream<Path> more = Files.walk(generated)) {
            Stream.concat(sources, more).filter(file -> !file.getParent().endsWith("junit")) // which needs more than the API
                    .map(Path::toString)
                    .filter(file -> file.endsWith(".java") && !file.endsWith("module-info.java")) // which names JUnit
                    .forEach(arguments::add);
        }
        // Without a class path, so that only the sources are visible.
        arguments.addAll(List.of("-classpath", classes.toString()));
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).as("javac's exit status").isZero();
    }

    private static Map<String, ClassModel> read(Path root) throws IOException {
        Map<String, ClassModel> models = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root.resolve(API))) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                try {
                    ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                    models.put(name(model), model);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return models;
    }

    private static String name(ClassModel type) {
        return type.thisClass().asInternalName();
    }

    private static boolean isVisible(AccessFlags flags) {
        return flags.has(AccessFlag.PUBLIC) || flags.has(AccessFlag.PROTECTED);
    }

    /** Returns everything that a user of the class sees, including inherited members and the order of enum constants. */
    private static Set<String> surface(ClassModel type, Map<String, ClassModel> api) {
        Set<String> lines = new TreeSet<>();
        lines.add("type " + kind(type) + annotations(type));
        for (ClassModel at : supertypes(type, api)) {
            if (isVisible(at.flags())) {
                lines.add("is a " + name(at));
            }
            at.methods().stream()
                    .filter(method -> isVisible(method.flags()) && !method.flags().has(AccessFlag.SYNTHETIC))
                    .filter(method -> at == type || !method.methodName().equalsString("<init>"))
                    .forEach(method -> lines.add(line(method)));
            at.fields().stream().filter(field -> isVisible(field.flags())).forEach(field -> lines.add(line(field)));
        }
        if (type.flags().has(AccessFlag.ENUM)) {
            lines.add("constants "
                    + type.fields().stream()
                            .filter(field -> field.flags().has(AccessFlag.ENUM))
                            .map(field -> field.fieldName().stringValue())
                            .toList());
        }
        return lines;
    }

    private static List<ClassModel> supertypes(ClassModel type, Map<String, ClassModel> api) {
        List<ClassModel> all = new ArrayList<>(List.of(type));
        Stream.concat(type.superclass().stream(), type.interfaces().stream())
                .map(entry -> api.get(entry.asInternalName()))
                .filter(model -> model != null)
                .forEach(model -> all.addAll(supertypes(model, api)));
        return all;
    }

    private static String kind(ClassModel type) {
        AccessFlags flags = type.flags();
        String superclass = type.superclass()
                .map(entry -> entry.asInternalName())
                .filter(name -> name.startsWith("java/"))
                .orElse("");
        return Stream.of(AccessFlag.INTERFACE, AccessFlag.ENUM, AccessFlag.ANNOTATION)
                .filter(flags::has)
                .map(AccessFlag::name)
                .collect(Collectors.joining(" "))
                + superclass;
    }

    private static String annotations(ClassModel type) {
        return type.flags().has(AccessFlag.ANNOTATION)
                ? type.findAttribute(Attributes.runtimeVisibleAnnotations()).orElseThrow().annotations().stream()
                        .map(Object::toString)
                        .sorted()
                        .toList()
                        .toString()
                : "";
    }

    private static String line(MethodModel method) {
        String thrown = method.findAttribute(Attributes.exceptions())
                .map(attribute -> attribute.exceptions().stream()
                        .map(entry -> entry.asInternalName())
                        .sorted()
                        .toList()
                        .toString())
                .orElse("");
        String generic = method.findAttribute(Attributes.signature())
                .map(attribute -> attribute.signature().stringValue())
                .orElse("");
        return flags(method.flags(), AccessFlag.STATIC, AccessFlag.PROTECTED, AccessFlag.VARARGS)
                + method.methodName().stringValue()
                + method.methodType().stringValue()
                + " " + thrown + generic;
    }

    private static String line(FieldModel field) {
        String constant = field.findAttribute(Attributes.constantValue())
                .map(attribute -> " = " + attribute.constant().constantValue())
                .orElse("");
        return flags(field.flags(), AccessFlag.STATIC, AccessFlag.FINAL, AccessFlag.PROTECTED)
                + field.fieldName().stringValue()
                + " "
                + field.fieldType().stringValue()
                + constant;
    }

    private static String flags(AccessFlags flags, AccessFlag... shown) {
        return Stream.of(shown).filter(flags::has).map(flag -> flag + " ").collect(Collectors.joining());
    }
}
