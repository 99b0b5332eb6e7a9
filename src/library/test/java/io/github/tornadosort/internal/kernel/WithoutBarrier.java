package io.github.tornadosort.internal.kernel;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.concurrent.Callable;

/** Loads the kernels and stages again, one of the kernels without one of its barriers. */
public final class WithoutBarrier extends ClassLoader {
    private static final String KERNELS = WithoutBarrier.class.getPackageName() + ".";
    private static final String STAGES = "io.github.tornadosort.stage.";

    private final String edited;
    private final String method;
    private final int missing;
    private int barriers;

    /**
     * Creates a class loader.
     *
     * @param edited the simple name of a class with kernels
     * @param method the name of a kernel
     * @param missing the number of the barrier that is removed, from 0 on
     */
    public WithoutBarrier(String edited, String method, int missing) {
        super(WithoutBarrier.class.getClassLoader());
        this.edited = KERNELS + edited;
        this.method = method;
        this.missing = missing;
    }

    /** Returns how many barriers the kernel has, once it is loaded. */
    public int barriers() {
        return barriers;
    }

    /** Runs kernels. Returns the message of the fault, or an empty string if there is none. */
    public String fault(Class<? extends Callable<String>> run, int[] shape) throws Exception {
        Object kernels = loadClass(run.getName()).getConstructor(int[].class).newInstance((Object) shape);
        return (String) ((Callable<?>) kernels).call();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(KERNELS) && !name.startsWith(STAGES)) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
            byte[] bytes = bytes(name);
            loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded;
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        String className = name.replace(".class", "").replace('/', '.');
        return className.equals(edited) ? new ByteArrayInputStream(bytes(className)) : super.getResourceAsStream(name);
    }

    private byte[] bytes(String name) {
        try (InputStream in = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return name.equals(edited) ? edit(bytes) : bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] edit(byte[] bytes) {
        barriers = 0;
        ClassFile file = ClassFile.of();
        ClassModel model = file.parse(bytes);
        return file.transformClass(model, ClassTransform.transformingMethodBodies(
                body -> body.methodName().equalsString(method),
                (code, element) -> {
                    boolean barrier = element instanceof InvokeInstruction call
                            && (call.name().equalsString("localBarrier") || call.name().equalsString("globalBarrier"));
                    if (barrier && barriers++ == missing) {
                        code.pop();
                    } else {
                        code.with(element);
                    }
                }));
    }
}
