package io.github.tornadosort.internal.plan.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LargePagesTest {
    private static final long BYTES = 2 * LargePages.PAGE + 5;

    @Test
    @EnabledOnOs(OS.LINUX)
    void memoryBeginsAtALargePageAndIsWritable() {
        MemorySegment memory = LargePages.allocate(BYTES);
        assertThat(memory.byteSize()).isEqualTo(BYTES);
        assertThat(memory.address() % LargePages.PAGE).isZero();
        for (long i : new long[] {0, LargePages.PAGE, BYTES - 1}) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isZero();
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) 7);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isEqualTo((byte) 7);
        }
    }

    /** The system marks memory for which it was asked to use large pages with the flag "hg". */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemIsAskedForLargePages() throws IOException {
        assertThat(flags(LargePages.allocate(BYTES).address())).contains(" hg");
    }

    @Test
    void memoryThatTheSystemDoesNotHaveIsNull() {
        assertThat(LargePages.allocate(Long.MAX_VALUE / 4)).isNull();
    }

    @Test
    @DisabledOnOs(OS.LINUX)
    void otherSystemsHaveNone() {
        assertThat(LargePages.allocate(BYTES)).isNull();
    }

    /** Returns the flags of the mapping that contains an address. */
    private static String flags(long address) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
        boolean isInside = false;
        for (String line : lines) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] bounds = line.split(" ")[0].split("-");
                isInside = Long.parseUnsignedLong(bounds[0], 16) <= address
                        && address < Long.parseUnsignedLong(bounds[1], 16);
            } else if (isInside && line.startsWith("VmFlags:")) {
                return line;
            }
        }
        throw new AssertionError("no mapping contains the address");
    }
}
