package io.github.tornadosort.testing;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Searches the byte code of kernels for operations that TornadoVM's SPIR-V backend cannot compile: the complement, which is a XOR with
 * -1, and shifts of 64-bit words, unless to the left by a constant number of bits.
 */
public enum MiscompiledOperations {
    /** The complement. */
    COMPLEMENT {
        @Override
        boolean matches(Instruction before, Instruction instruction) {
            boolean isXor = instruction.opcode() == Opcode.IXOR || instruction.opcode() == Opcode.LXOR;
            return isXor && before instanceof ConstantInstruction constant
                    && constant.constantValue() instanceof Number number && number.longValue() == -1;
        }
    },
    /** Shifts of 64-bit words. */
    WIDE_SHIFT {
        @Override
        boolean matches(Instruction before, Instruction instruction) {
            return switch (instruction.opcode()) {
                case LSHR, LUSHR -> true;
                case LSHL -> !(before instanceof ConstantInstruction);
                default -> false;
            };
        }
    };

    /** A method with such an operation. Tests list types, or methods as {@code Type.method}. */
    public record Found(String type, String method) {
        /** Returns whether one of the names is the method or its type. */
        public boolean isIn(Iterable<String> names) {
            for (String name : names) {
                if (name.equals(type) || name.equals(toString())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return type + "." + method;
        }
    }

    abstract boolean matches(Instruction before, Instruction instruction);

    /**
     * Searches class files.
     *
     * @param module a class of the module
     * @param names a regular expression: the paths of the files in the module, with slashes
     * @throws AssertionError if fewer than {@code least} files have such names
     */
    public List<Found> find(Class<?> module, String names, int least) throws IOException, URISyntaxException {
        Path classes = Path.of(module.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<Found> found = new ArrayList<>();
        int files = 0;
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(each -> each.toString().matches(names)).toList()) {
                found.addAll(find(ClassFile.of().parse(file)));
                files++;
            }
        }
        if (files < least) {
            throw new AssertionError(files + " class files are named " + names + ", expected " + least + " or more");
        }
        return found;
    }

    /** Searches one class. */
    public List<Found> find(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return find(ClassFile.of().parse(in.readAllBytes()));
        }
    }

    private List<Found> find(ClassModel type) {
        List<Found> found = new ArrayList<>();
        String name = type.thisClass().asInternalName().replaceAll(".*/", "");
        for (MethodModel method : type.methods()) {
            List<Instruction> code = instructions(method);
            for (int i = 1; i < code.size(); i++) {
                if (matches(code.get(i - 1), code.get(i))) {
                    found.add(new Found(name, method.methodName().stringValue()));
                }
            }
        }
        return found;
    }

    private static List<Instruction> instructions(MethodModel method) {
        List<Instruction> instructions = new ArrayList<>();
        method.code().ifPresent(code -> {
            for (CodeElement element : code) {
                if (element instanceof Instruction instruction) {
                    instructions.add(instruction);
                }
            }
        });
        return instructions;
    }
}
