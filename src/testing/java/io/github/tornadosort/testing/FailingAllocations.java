package io.github.tornadosort.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Array;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loads the classes of the library a second time, with a call before each instruction that may allocate memory: {@code new}, the
 * creation of arrays and lambdas, and calls of the JDK that return an object, start a thread or sort. So each allocation can be made
 * to fail, on every thread, whoever wrote it and wherever it is. Static initializers are left out, since a class whose initializer
 * has failed cannot be used any more.
 */
public final class FailingAllocations extends ClassLoader {
    private static final String LIBRARY = "io.github.tornadosort.";
    /** Classes that both sides share. */
    private static final String SHARED = "io.github.tornadosort.testing.";
    /** Kernels allocate nothing, and a backend compiles their bytecode. */
    private static final List<String> KERNELS = List.of(LIBRARY + "internal.kernel.", LIBRARY + "laboratory.internal.");

    private static final ClassDesc HOOK = ClassDesc.of(FailingAllocations.class.getName());
    private static final ClassDesc ARRAYS = ClassDesc.of("java.util.Arrays");
    /** Methods of the JDK that return an object that exists already. */
    private static final Set<String> ACCESSORS = Set.of(
            "arena", "copyFrom", "currentThread", "fill", "get", "getAndSet", "getClass", "getFirst", "getLast",
            "getRuntime",
            "getState", "next", "orElse", "orElseThrow", "poll", "remove", "requireNonNull", "type", "getComponentType",
            "getCause", "getSystemClassLoader", "cast", "byteOrder", "getValue", "getKey");
    /** Methods of the JDK that return no object but allocate one. */
    private static final Set<String> ALLOCATING = Set.of("add", "addAll", "forEach", "parallelSort", "sort", "start");
    /** Smallest range for which the JDK's sorts may allocate memory. */
    private static final int SORT_ALLOCATES_FROM = 44;

    private static final List<String> SITES = new ArrayList<>();
    private static volatile Watch watch;

    private final ClassFile classFile = ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(getParent())));

    /** What is tried while allocations fail. */
    public interface Trial {
        /** Makes new data. */
        void prepare();

        /** Calls the library. Allocations fail in this method only. */
        void run();

        /**
         * Checks the data, and that the library still works.
         *
         * @param thrown what {@link #run} threw, or null
         * @throws AssertionError if something is wrong
         */
        void check(Throwable thrown);
    }

    /** Decides which allocations fail. */
    private interface Watch {
        void allocate(int site);
    }

    private FailingAllocations(ClassLoader parent) {
        super(parent);
    }

    /** Makes a loader of classes whose allocations can fail. */
    public static FailingAllocations loader() {
        return new FailingAllocations(FailingAllocations.class.getClassLoader());
    }

    /**
     * Fails each allocation of a trial in turn: the first and the last one that each instruction makes, and the first one with
     * all later ones.
     *
     * @param failed the instructions that are left out, which those of this trial are added to
     * @param faults receives a line for each allocation after whose failure something is wrong
     * @return the number of allocations that failed
     */
    public static int failEach(Trial trial, Set<Integer> failed, List<String> faults) {
        int[] counts = count(trial);
        int failures = 0;
        for (int site = 0; site < counts.length; site++) {
            if (counts[site] == 0 || !failed.add(site)) {
                continue;
            }
            for (int at : counts[site] > 1 ? new int[] {0, counts[site] - 1} : new int[] {0}) {
                failures += fail(trial, site, at, false, faults);
            }
            failures += fail(trial, site, 0, true, faults);
        }
        return failures;
    }

    /** Counts the allocations of each instruction in a trial without failures. Earlier trials have initialized all classes. */
    private static int[] count(Trial trial) {
        for (int i = 0; i < 2; i++) {
            trial.prepare();
            trial.run();
            trial.check(null);
        }
        AtomicInteger[] counts;
        synchronized (SITES) {
            counts = new AtomicInteger[SITES.size()];
        }
        Arrays.setAll(counts, i -> new AtomicInteger());
        trial.prepare();
        watch = site -> {
            if (site < counts.length) {
                counts[site].incrementAndGet();
            }
        };
        try {
            trial.run();
        } finally {
            watch = null;
        }
        trial.check(null);
        return Arrays.stream(counts).mapToInt(AtomicInteger::get).toArray();
    }

    private static int fail(Trial trial, int site, int at, boolean lasts, List<String> faults) {
        Fault fault = new Fault(site, at, lasts);
        Throwable thrown = null;
        trial.prepare();
        watch = fault;
        try {
            trial.run();
        } catch (RuntimeException | Error e) {
            thrown = e;
        } finally {
            watch = null;
        }
        try {
            trial.check(thrown);
        } catch (RuntimeException | AssertionError e) {
            faults.add("%s%s: %s".formatted(SITES.get(site), lasts ? " and all later ones" : at > 0 ? ", the last time" : "",
                    e));
        }
        return fault.happened ? 1 : 0;
    }

    /** Fails one allocation, or this one and all later ones. */
    private static final class Fault implements Watch {
        private final int failing;
        private final int at;
        private final boolean lasts;
        private final AtomicInteger seen = new AtomicInteger();
        private volatile boolean happened;

        private Fault(int failing, int at, boolean lasts) {
            this.failing = failing;
            this.at = at;
            this.lasts = lasts;
        }

        @Override
        public void allocate(int site) {
            boolean fails = site == failing && seen.getAndIncrement() == at;
            if (fails || lasts && happened) {
                happened = true;
                throw new OutOfMemoryError("planted");
            }
        }
    }

    /** Called before each allocation by classes of this loader. */
    public static void allocate(int site) {
        Watch current = watch;
        if (current != null) {
            current.allocate(site);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(LIBRARY) || name.startsWith(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL url = getParent().getResource(name.replace('.', '/') + ".class");
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = url.openStream()) {
            byte[] bytes = in.readAllBytes();
            boolean fails = !url.getPath().contains("test-classes") && KERNELS.stream().noneMatch(name::startsWith);
            byte[] defined = fails ? classFile.transformClass(classFile.parse(bytes), transform(name)) : bytes;
            return defineClass(name, defined, 0, defined.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassTransform transform(String owner) {
        return (builder, element) -> {
            if (element instanceof MethodModel method && !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                String name = owner.substring(LIBRARY.length()) + "." + method.methodName().stringValue();
                builder.transformMethod(method, MethodTransform.transformingCode(new Announcing(name)));
            } else {
                builder.with(element);
            }
        };
    }

    /** Adds a call before each instruction of a method that may allocate memory. */
    private static final class Announcing implements CodeTransform {
        private final String method;
        private int line;

        private Announcing(String method) {
            this.method = method;
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            if (element instanceof LineNumber number) {
                line = number.line();
            }
            if (element instanceof InvokeInstruction invoke && isSortOfRange(invoke)) {
                builder.loadConstant(site(invoke.name().stringValue()));
                MethodTypeDesc type = invoke.typeSymbol();
                builder.invokestatic(HOOK, invoke.name().stringValue(),
                        type.insertParameterTypes(type.parameterCount(), ConstantDescs.CD_int)
                                .changeParameterType(0, ConstantDescs.CD_Object));
                return;
            }
            String what = element instanceof Instruction instruction ? allocated(instruction) : null;
            if (what != null) {
                builder.loadConstant(site(what));
                builder.invokestatic(HOOK, "allocate", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
            }
            builder.with(element);
        }

        private int site(String what) {
            synchronized (SITES) {
                SITES.add(method + ":" + line + " " + what);
                return SITES.size() - 1;
            }
        }
    }

    /** Returns what an instruction allocates, or null. Exceptions are left out: a test could not tell whether they were thrown. */
    private static String allocated(Instruction instruction) {
        return switch (instruction) {
            case NewObjectInstruction made -> {
                String name = made.className().asInternalName();
                yield name.endsWith("Exception") || name.endsWith("Error")
                        ? null
                        : name.substring(name.lastIndexOf('/') + 1);
            }
            case NewPrimitiveArrayInstruction made -> made.typeKind().name().toLowerCase(Locale.ROOT) + "[]";
            case NewReferenceArrayInstruction _,NewMultiArrayInstruction _ -> "array";
            case InvokeDynamicInstruction made -> "lambda";
            case InvokeInstruction call -> allocates(call) ? call.name().stringValue() + "()" : null;
            default -> null;
        };
    }

    private static boolean allocates(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (owner.startsWith("io/github/tornadosort/") || owner.startsWith("org/slf4j")) {
            return false;
        }
        return call.typeSymbol().returnType().isPrimitive() ? ALLOCATING.contains(name) : !ACCESSORS.contains(name);
    }

    private static boolean isSortOfRange(InvokeInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        return call.owner().asSymbol().equals(ARRAYS)
                && (call.name().equalsString("sort") || call.name().equalsString("parallelSort"))
                && type.parameterCount() == 3
                && type.parameterType(0).componentType().isPrimitive();
    }

    /** Called instead of {@link Arrays#sort(int[], int, int)} and those of other types. */
    public static void sort(Object array, int from, int to, int site) {
        sort("sort", array, from, to, site);
    }

    /** Called instead of {@link Arrays#parallelSort(int[], int, int)} and those of other types. */
    public static void parallelSort(Object array, int from, int to, int site) {
        sort("parallelSort", array, from, to, site);
    }

    private static void sort(String method, Object array, int from, int to, int site) {
        if (mayFail(to - from, site)) {
            spoil(array, from, to, method.equals("parallelSort"));
            throw new OutOfMemoryError("planted");
        }
        sort(method, array, from, to);
    }

    private static void sort(String method, Object array, int from, int to) {
        try {
            Arrays.class.getMethod(method, array.getClass(), int.class, int.class).invoke(null, array, from, to);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.toString(), e);
        }
    }

    /** Returns whether the JDK's sort of this number of keys runs out of memory. */
    private static boolean mayFail(int n, int site) {
        if (n < SORT_ALLOCATES_FROM) {
            return false;
        }
        try {
            allocate(site);
            return false;
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    /**
     * Leaves keys as the JDK's sorts may do that run out of memory: bytes as they were, others in another order, except for NaNs at the end, and with zeros for
     * negative zeros; if they were sorted on several threads, some keys are there twice, and others are lost.
     */
    private static void spoil(Object array, int from, int to, boolean loses) {
        if (array instanceof byte[]) {
            return;
        }
        if (array instanceof float[] || array instanceof double[]) {
            sort("sort", array, from, to);
        }
        int end = to;
        while (end > from && isNan(Array.get(array, end - 1))) {
            end--;
        }
        for (int i = from, j = end - 1; i <= j; i++, j--) {
            Object key = Array.get(array, i);
            Array.set(array, i, positive(Array.get(array, j)));
            Array.set(array, j, positive(loses ? Array.get(array, i) : key));
        }
    }

    private static boolean isNan(Object key) {
        return key instanceof Float number && number.isNaN() || key instanceof Double other && other.isNaN();
    }

    private static Object positive(Object key) {
        return switch (key) {
            case Float zero when zero == 0 -> 0f;
            case Double zero when zero == 0 -> 0d;
            default -> key;
        };
    }
}
