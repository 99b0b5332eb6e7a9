package io.github.tornadosort.internal.kernel;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.concurrent.Callable;

/** Loads kernels, plans and stages again, one kernel with a defect: without a barrier, or its work-items' index. */
public final class PlantedDefect extends ClassLoader {
    private static final String KERNELS = PlantedDefect.class.getPackageName() + ".";
    private static final List<String> RELOADED =
            List.of(KERNELS, "io.github.tornadosort.stage.", "io.github.tornadosort.internal.plan.");

    private final String edited;
    private final String method;
    private final int missing;
    private final boolean sameIndex;
    private final boolean silent;
    private int barriers;

    private PlantedDefect(String edited, String method, int missing, boolean sameIndex, boolean silent) {
        super(PlantedDefect.class.getClassLoader());
        this.edited = KERNELS + edited;
        this.method = method;
        this.missing = missing;
        this.sameIndex = sameIndex;
        this.silent = silent;
    }

    /**
     * Creates a class loader that removes a barrier.
     *
     * @param edited the simple name of a class with kernels
     * @param method the name of a kernel
     * @param missing the number of the barrier that is removed, from 0 on
     */
    public static PlantedDefect withoutBarrier(String edited, String method, int missing) {
        return new PlantedDefect(edited, method, missing, false, false);
    }

    /** Creates a class loader with a kernel whose work-items take the index of their group for their own. */
    public static PlantedDefect withIndexOfGroup(String edited, String method) {
        return new PlantedDefect(edited, method, Integer.MAX_VALUE, true, false);
    }

    /** Creates a class loader with a method that stores no longs: words of look-back are not published. */
    public static PlantedDefect withoutPublication(String edited, String method) {
        return new PlantedDefect(edited, method, Integer.MAX_VALUE, false, true);
    }

    /** Returns how many barriers the kernel has. */
    public int barriers() throws ClassNotFoundException {
        loadClass(edited);
        return barriers;
    }

    /** Runs kernels. Returns the message of the fault, or an empty string if there is none. */
    public String fault(Class<? extends Callable<String>> run, int[] shape) throws Exception {
        Object kernels = loadClass(run.getName()).getConstructor(int[].class).newInstance((Object) shape);
        return (String) ((Callable<?>) kernels).call();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (RELOADED.stream().noneMatch(name::startsWith)) {
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
                    } else if (silent && element instanceof InvokeInstruction call
                            && call.owner().asInternalName().endsWith("LongArray") && call.name().equalsString("set")) {
                        code.pop2().pop().pop();
                    } else if (sameIndex && element instanceof FieldInstruction field
                            && field.name().equalsString("globalIdx")) {
                        code.getfield(field.owner().asSymbol(), "groupIdx", field.typeSymbol());
                    } else {
                        code.with(element);
                    }
                }));
    }
}
