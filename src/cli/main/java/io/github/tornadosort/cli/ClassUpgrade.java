package io.github.tornadosort.cli;

import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar and upgrades class files for Java 5 to those for Java 8. The JVM keeps no class files for Java 5 in its
 * ahead-of-time cache. The launcher copies picocli, so that the program starts in two thirds of the time.
 */
final class ClassUpgrade {
    private static final int JAVA_6 = ClassFile.JAVA_6_VERSION;

    private final ClassFile classFile;

    private ClassUpgrade(ClassLoader classes) {
        this.classFile = ClassFile.of(
                StackMapsOption.GENERATE_STACK_MAPS,
                ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
    }

    /**
     * Copies a jar.
     *
     * @param args the paths of the jar and of the copy
     * @throws IOException if the jar cannot be read or the copy cannot be written
     */
    public static void main(String[] args) throws IOException {
        copy(Path.of(args[0]), Path.of(args[1]));
    }

    /** Copies a jar. The copies of two calls are the same bytes. */
    static void copy(Path jar, Path to) throws IOException {
        try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            ClassUpgrade upgrade = new ClassUpgrade(classes);
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                out.putNextEntry(copy);
                byte[] content = in.readAllBytes();
                out.write(entry.getName().endsWith(".class") ? upgrade.upgraded(content) : content);
            }
        }
    }

    private byte[] upgraded(byte[] content) {
        ClassModel model = classFile.parse(content);
        return model.majorVersion() >= JAVA_6 ? content : classFile.transformClass(model, ClassUpgrade::upgrade);
    }

    private static void upgrade(ClassBuilder builder, ClassElement element) {
        if (element instanceof ClassFileVersion) {
            builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
        } else if (element instanceof MethodModel method) {
            // The code is built anew, with stack maps.
            builder.transformMethod(method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
        } else {
            builder.with(element);
        }
    }
}
