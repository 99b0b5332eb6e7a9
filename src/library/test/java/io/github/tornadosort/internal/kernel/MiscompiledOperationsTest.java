package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.algorithm.KeyWords;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the byte code of kernels for operations that TornadoVM's SPIR-V backend cannot compile: the complement, which is a XOR with
 * -1, and shifts of 64-bit words, unless to the left by a constant number of bits.
 */
class MiscompiledOperationsTest {
    /** Code that runs for 64-bit keys alone. In methods with a parameter {@code wide}, it is eliminated for others. */
    private static final Set<String> WIDE = Set.of(
            "BlockBuckets64", "BlockFill.fill64", "BlockRadix64", "BlockSurvey64", "Checksum.hash", "GroupBuckets64",
            "GroupRadix64", "GroupSample64", "KeyWords.digit", "KeyWords.set", "LocalSortKernel.bitonicSort",
            "MergeKernels.mergeRuns", "MergeKernels.sortTiles",
            "NetworkKernels.sortTiles", "OrderedBits.of", "Probe.wideArithmetic", "Probe.wideExchange");
    /** Rank keys with counters in a 64-bit word, so that work-group kernels do not run on that backend. */
    private static final Set<String> NOT_ON_SPIRV =
            Set.of(
                    "GroupBucketKeys32.sort", "GroupBuckets32.sort", "GroupRadix32.downsweep", "GroupRadixKeys32.downsweep",
                    "GroupRadixPairs32.downsweep");

    /** A method of a kernel class, and what it does. */
    private record Found(String type, String method) {
        private boolean isIn(Set<String> names) {
            return names.contains(type) || names.contains(type + "." + method);
        }
    }

    @Test
    void noKernelUsesTheComplement() throws Exception {
        assertThat(find(MiscompiledOperationsTest::isComplement)).isEmpty();
    }

    @Test
    void kernelsFor32BitKeysDoNotShiftLongs() throws Exception {
        List<Found> found = find(MiscompiledOperationsTest::isWideShift);
        assertThat(found).filteredOn(each -> !each.isIn(WIDE) && !each.isIn(NOT_ON_SPIRV)).isEmpty();
        // Names that no longer apply are removed.
        TreeSet<String> used = new TreeSet<>();
        found.forEach(each -> used.addAll(List.of(each.type(), each.type() + "." + each.method())));
        assertThat(used).containsAll(WIDE).containsAll(NOT_ON_SPIRV);
    }

    @Test
    void theScanSeesWhatItForbids() throws IOException {
        List<String> found = new ArrayList<>();
        for (MethodModel method : parse(MiscompiledOperationsTest.class).methods()) {
            List<Instruction> code = instructions(method);
            for (int i = 1; i < code.size(); i++) {
                if (isComplement(code.get(i - 1), code.get(i)) || isWideShift(code.get(i - 1), code.get(i))) {
                    found.add(method.methodName().stringValue());
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrder("complement", "wideComplement", "wideShift", "shiftByVariable");
    }

    static int complement(int x) {
        return ~x;
    }

    static long wideComplement(long x) {
        return ~x;
    }

    static long wideShift(long x) {
        return x >>> 3;
    }

    static long shiftByVariable(long x, int bits) {
        return x << bits;
    }

    static long allowed(int x) {
        return ((long) x << 32) + (x >>> 3) + (-1 - x);
    }

    private interface Pattern {
        boolean matches(Instruction before, Instruction instruction);
    }

    private static boolean isComplement(Instruction before, Instruction instruction) {
        boolean isXor = instruction.opcode() == Opcode.IXOR || instruction.opcode() == Opcode.LXOR;
        return isXor && before instanceof ConstantInstruction constant
                && constant.constantValue() instanceof Number number && number.longValue() == -1;
    }

    private static boolean isWideShift(Instruction before, Instruction instruction) {
        return switch (instruction.opcode()) {
            case LSHR, LUSHR -> true;
            case LSHL -> !(before instanceof ConstantInstruction);
            default -> false;
        };
    }

    private static List<Found> find(Pattern pattern) throws IOException, URISyntaxException {
        List<Found> found = new ArrayList<>();
        for (Path file : kernelClasses()) {
            ClassModel type = ClassFile.of().parse(file);
            for (MethodModel method : type.methods()) {
                List<Instruction> code = instructions(method);
                for (int i = 1; i < code.size(); i++) {
                    if (pattern.matches(code.get(i - 1), code.get(i))) {
                        found.add(new Found(
                                file.getFileName().toString().replace(".class", ""), method.methodName().stringValue()));
                    }
                }
            }
        }
        return found;
    }

    /** Returns the classes of the main kernels, and of those of the laboratory's algorithms. */
    private static List<Path> kernelClasses() throws IOException, URISyntaxException {
        Path classes = Path.of(KeyWords.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> kernels = files.filter(file -> file.toString()
                    .matches(
                            ".*/internal/(kernel/(?!Defects)\\w+|algorithm/(\\w+/)?(\\w+(Kernels?|Pairs)|Key\\w+))\\.class"))
                    .toList();
            assertThat(kernels).hasSizeGreaterThan(30);
            return kernels;
        }
    }

    private static ClassModel parse(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return ClassFile.of().parse(in.readAllBytes());
        }
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
