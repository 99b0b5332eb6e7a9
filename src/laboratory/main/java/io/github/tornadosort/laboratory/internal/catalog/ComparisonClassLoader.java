package io.github.tornadosort.laboratory.internal.catalog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;

/**
 * Loads the algorithms' classes with a caller's comparison in their kernels, as a C++ compiler instantiates a template. The
 * loader defines all classes below {@code io.github.tornadosort.laboratory.internal} a second time. In their constant pools it
 * replaces the placeholder ({@code ComparisonPlaceholder.placeholderLess}) by the comparison, and {@code LongArray} by the type
 * of the caller's data. TornadoVM then finds an ordinary static call, and inlines it.
 */
final class ComparisonClassLoader extends ClassLoader {
    private static final String PACKAGES = "io.github.tornadosort.laboratory.internal.";
    private static final String PLACEHOLDER = "io/github/tornadosort/laboratory/internal/ComparisonPlaceholder";
    private static final String PLACEHOLDER_METHOD = "placeholderLess";
    private static final String DATA = "uk/ac/manchester/tornado/api/types/arrays/LongArray";
    /** Magic number and version of a class file. */
    private static final int HEADER_BYTES = 8;

    private final String owner;
    private final String method;
    private final String data;

    /**
     * Creates a loader whose parent is that of the comparison's class.
     *
     * @param comparison a static method of the data and two indices
     * @param data the type of the data
     */
    ComparisonClassLoader(Method comparison, Class<?> data) {
        super(comparison.getDeclaringClass().getClassLoader());
        this.owner = internalName(comparison.getDeclaringClass());
        this.method = comparison.getName();
        this.data = internalName(data);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PACKAGES)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = classFile(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Returns the class file as defined by this loader. The JVM backend reads a kernel's code from it. */
    @Override
    public InputStream getResourceAsStream(String file) {
        if (!file.replace('/', '.').startsWith(PACKAGES)) {
            return super.getResourceAsStream(file);
        }
        byte[] bytes = classFile(file);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    private byte[] classFile(String file) {
        try (InputStream in = getParent().getResourceAsStream(file)) {
            return in == null ? null : replaceNames(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** Copies a class file and replaces the names in its constant pool (JVM Specification, §4.4). */
    private byte[] replaceNames(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(file.length + 1024);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(HEADER_BYTES));
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(replaceNames(in.readUTF()));
                case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
                case 15 -> out.write(in.readNBytes(3));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.write(in.readNBytes(4));
                case 5, 6 -> {
                    // A constant of 64 bits takes two entries.
                    out.write(in.readNBytes(8));
                    i++;
                }
                default -> throw new IOException("unknown tag " + tag + " in the constant pool of a class file");
            }
        }
        out.write(in.readAllBytes());
        return bytes.toByteArray();
    }

    private String replaceNames(String text) {
        return text.equals(PLACEHOLDER_METHOD) ? method : text.replace(PLACEHOLDER, owner).replace(DATA, data);
    }
}
