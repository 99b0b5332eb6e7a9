package io.github.tornadosort.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.MiscompiledOperations;
import io.github.tornadosort.testing.MiscompiledOperations.Found;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks kernels for {@linkplain MiscompiledOperations operations} that TornadoVM's SPIR-V backend cannot compile. */
class MiscompiledOperationsTest {
    /** Code that runs for 64-bit keys alone. In methods with a parameter {@code wide}, it is eliminated for others. */
    private static final Set<String> WIDE = Set.of(
            "BlockRadix64", "BlockSurvey64", "GroupBuckets64",
            "GroupPassPairs64", "GroupSample64", "GroupSurvey64");
    /** Have counters, or a key and its index, in a 64-bit word, so that they do not run on that backend. */
    private static final Set<String> NOT_ON_SPIRV =
            Set.of(
                    "GroupPassKeys32.pass", "GroupPassPairs32.pass", "GroupTopK32.wordOf");

    private static List<Found> find(MiscompiledOperations operation) throws IOException, URISyntaxException {
        return operation.find(OrderedBits.class, ".*/internal/kernel/\\w+\\.class", 25);
    }

    @Test
    void noKernelUsesTheComplement() throws Exception {
        assertThat(find(MiscompiledOperations.COMPLEMENT)).isEmpty();
    }

    @Test
    void kernelsFor32BitKeysDoNotShiftLongs() throws Exception {
        List<Found> found = find(MiscompiledOperations.WIDE_SHIFT);
        assertThat(found)
                .filteredOn(each -> !each.isIn(WIDE) && !each.isIn(NOT_ON_SPIRV) && !looksBack(each))
                .isEmpty();
        // Names that no longer apply are removed.
        TreeSet<String> used = new TreeSet<>();
        found.forEach(each -> used.addAll(List.of(each.type(), each.toString())));
        assertThat(used).containsAll(WIDE).containsAll(NOT_ON_SPIRV);
    }

    /** The words of look-back are longs, and need atomic additions too, which SPIR-V lacks. */
    private static boolean looksBack(Found found) {
        return found.type().equals("LookBack") || found.method().startsWith("lookBack");
    }

    @Test
    void theScanSeesWhatItForbids() throws IOException {
        assertThat(Stream.concat(
                MiscompiledOperations.COMPLEMENT.find(MiscompiledOperationsTest.class).stream(),
                MiscompiledOperations.WIDE_SHIFT.find(MiscompiledOperationsTest.class).stream()))
                .extracting(Found::method)
                .containsExactlyInAnyOrder("complement", "wideComplement", "wideShift", "shiftByVariable");
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
}
