package io.github.tornadosort.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeMemoryTest {
    private static final long LARGE = 16 * NativeMemory.MIN_BYTES;
    private static final Path STATUS = Path.of("/proc/self/statm");
    private static final Path MAPPINGS = Path.of("/proc/self/smaps");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage");

    @ParameterizedTest
    @ValueSource(longs = {0, 24, NativeMemory.MIN_BYTES, NativeMemory.MIN_BYTES + 8})
    void memoryIsZeroedAndAligned(long bytes) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = NativeMemory.allocate(arena, bytes);

            assertThat(memory.byteSize()).isEqualTo(bytes);
            assertThat(memory.address() % Long.BYTES).isZero();
            for (long i = 0; i < bytes / Long.BYTES; i += 511) {
                assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, i)).isZero();
            }
        }
    }

    /** Returns bytes of virtual memory and of resident memory. */
    private static long[] pages() throws IOException {
        String[] words = Files.readString(STATUS).split(" ");
        return new long[] {Long.parseLong(words[0]) * 4096, Long.parseLong(words[1]) * 4096};
    }

    @Test
    void memoryIsNotTouchedAndIsFreed() throws IOException {
        assumeTrue(Files.exists(STATUS), "this system does not report the size of a process");
        long[] before = pages();
        try (Arena arena = Arena.ofShared()) {
            NativeMemory.allocate(arena, LARGE);

            assertThat(pages()[0]).isGreaterThan(before[0] + LARGE / 2);
            assertThat(pages()[1]).isLessThan(before[1] + LARGE / 2);
        }
        assertThat(pages()[0]).isLessThan(before[0] + LARGE / 2);
    }

    @Test
    void hugePagesAreAskedFor() throws IOException {
        assumeTrue(Files.exists(HUGE_PAGES) && Files.exists(MAPPINGS), "this system has no huge pages");
        try (Arena arena = Arena.ofShared()) {
            long middle = NativeMemory.allocate(arena, LARGE).address() + LARGE / 2;

            assertThat(flags(middle)).contains("hg");
        }
    }

    /** Returns the kernel's flags of the mapping with an address. */
    private static List<String> flags(long address) throws IOException {
        boolean isInside = false;
        for (String line : Files.readAllLines(MAPPINGS)) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] ends = line.substring(0, line.indexOf(' ')).split("-");
                isInside = Long.parseUnsignedLong(ends[0], 16) <= address && address < Long.parseUnsignedLong(ends[1], 16);
            } else if (isInside && line.startsWith("VmFlags:")) {
                return List.of(line.split(" +"));
            }
        }
        return List.of();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void largePagesBeginAtOneAndAreWritable() {
        long bytes = 2 * NativeMemory.LARGE_PAGE + 5;
        MemorySegment memory = NativeMemory.largePages(bytes);
        assertThat(memory.byteSize()).isEqualTo(bytes);
        assertThat(memory.address() % NativeMemory.LARGE_PAGE).isZero();
        for (long i : new long[] {0, NativeMemory.LARGE_PAGE, bytes - 1}) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isZero();
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) 7);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isEqualTo((byte) 7);
        }
    }

    @Test
    void largePagesThatTheSystemDoesNotHaveAreNull() {
        assertThat(NativeMemory.largePages(Long.MAX_VALUE / 4)).isNull();
    }

    @Test
    void tooMuchMemoryIsRefused() {
        try (Arena arena = Arena.ofShared()) {
            assertThatThrownBy(() -> NativeMemory.allocate(arena, Long.MAX_VALUE / 2))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("cannot allocate " + Long.MAX_VALUE / 2 + " bytes");
        }
    }
}
