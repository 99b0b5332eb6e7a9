package io.github.tornadosort.lab;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;

/**
 * Makes the laboratory's kernels for a caller's comparison, as a C++ compiler makes a template's for its argument: it loads
 * this package and the kernels' a second time, with the names of the stand-in ({@code CallersOrder.callersLess}) and of the
 * data's type exchanged in the classes' constant pools. TornadoVM then finds a plain static call, and inlines it.
 */
final class KernelTemplates extends ClassLoader {
    private static final String KERNELS = "io.github.tornadosort.kernel.lab.";
    private static final String PLANS = "io.github.tornadosort.lab.";
    private static final String STAND_IN = "io/github/tornadosort/kernel/lab/CallersOrder";
    private static final String STAND_IN_METHOD = "callersLess";
    private static final String DATA = "uk/ac/manchester/tornado/api/types/arrays/LongArray";
    private static final int HEADER_BYTES = 8;

    private final String owner;
    private final String method;
    private final String data;

    private KernelTemplates(ClassLoader parent, String owner, String method, String data) {
        super(parent);
        this.owner = owner;
        this.method = method;
        this.data = data;
    }

    /** The classes for a comparison of elements of such data. */
    static KernelTemplates of(Method less, Class<?> data) {
        return new KernelTemplates(
                less.getDeclaringClass().getClassLoader(), internal(less.getDeclaringClass()), less.getName(),
                internal(data));
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(KERNELS) && !name.startsWith(PLANS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = bytes(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Whoever reads a kernel's code, as the JVM backend does, has to read the code that runs. */
    @Override
    public InputStream getResourceAsStream(String file) {
        String name = file.replace('/', '.');
        if (!name.startsWith(KERNELS) && !name.startsWith(PLANS)) {
            return super.getResourceAsStream(file);
        }
        byte[] bytes = bytes(file);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    private byte[] bytes(String file) {
        try (InputStream in = getParent().getResourceAsStream(file)) {
            return in == null ? null : exchanged(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /** The class file with other names in its constant pool (JVM Specification, §4.4). */
    private byte[] exchanged(byte[] file) throws IOException {
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
                case 1 -> out.writeUTF(exchanged(in.readUTF()));
                case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
                case 15 -> out.write(in.readNBytes(3));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.write(in.readNBytes(4));
                case 5, 6 -> {
                    // Numbers of 64 bits take two places.
                    out.write(in.readNBytes(8));
                    i++;
                }
                default -> throw new IOException("a constant of kind " + tag + " in a class file");
            }
        }
        out.write(in.readAllBytes());
        return bytes.toByteArray();
    }

    private String exchanged(String text) {
        return text.equals(STAND_IN_METHOD) ? method : text.replace(STAND_IN, owner).replace(DATA, data);
    }
}
