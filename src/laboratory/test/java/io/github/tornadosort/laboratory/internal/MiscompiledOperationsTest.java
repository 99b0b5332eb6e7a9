package io.github.tornadosort.laboratory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.MiscompiledOperations;
import io.github.tornadosort.testing.MiscompiledOperations.Found;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the byte code of kernels for {@linkplain MiscompiledOperations operations} that TornadoVM's SPIR-V backend cannot compile. */
class MiscompiledOperationsTest {
    /** Code that is eliminated for 32-bit keys, by the parameter {@code wide}. */
    private static final Set<String> WIDE = Set.of(
            "KeyWords.digit", "KeyWords.set", "MergeKernels.mergeRuns", "MergeKernels.sortTiles",
            "NetworkKernels.sortTiles");

    /** The multi-scan of radix-scan has its counters in longs. Its test fails on SPIR-V, where the host then sorts. */
    private static final Set<String> MULTI_SCAN = Set.of("ScanKernels.all", "ScanKernels.field", "ScanKernels.one");

    private static List<Found> find(MiscompiledOperations operation) throws IOException, URISyntaxException {
        return operation.find(
                KeyWords.class, ".*/laboratory/internal/(\\w+/)?(\\w+(Kernels?|Pairs)|Key\\w+)\\.class", 8);
    }

    @Test
    void noKernelUsesTheComplement() throws Exception {
        assertThat(find(MiscompiledOperations.COMPLEMENT)).isEmpty();
    }

    @Test
    void kernelsFor32BitKeysDoNotShiftLongs() throws Exception {
        assertThat(find(MiscompiledOperations.WIDE_SHIFT).stream().map(Found::toString).distinct())
                .filteredOn(name -> !MULTI_SCAN.contains(name))
                .containsExactlyInAnyOrderElementsOf(WIDE);
    }
}
