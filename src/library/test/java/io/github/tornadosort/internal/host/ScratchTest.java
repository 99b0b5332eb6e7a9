package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scratch allocates, when it frees that, and what a failed allocation leaves. */
class ScratchTest {
    private final Scratch scratch = new Scratch();
    private final List<Long> allocated = new ArrayList<>();
    /** Bytes of the largest allocation that succeeds. */
    private long most = Long.MAX_VALUE;

    ScratchTest() {
        HostMemory.watch(bytes -> {
            if (bytes > most) {
                throw new OutOfMemoryError("planted");
            }
            allocated.add(bytes);
        });
    }

    @AfterEach
    void freeAll() {
        HostMemory.watch(null);
        scratch.close();
    }

    @Test
    void oneBlockServesTheNextCall() {
        MemorySegment first = scratch.bytes(100);
        MemorySegment second = scratch.bytes(1000);
        assertThat(first.asOverlappingSlice(second)).isEmpty();
        assertThat(first.byteSize()).isEqualTo(100);
        assertThat(allocated).as("multiples of a cache line").containsExactly(128L, 1024L);
        scratch.reset();
        assertThat(first.scope().isAlive()).isFalse();
        assertThat(allocated).as("nothing more").hasSize(2);
        scratch.bytes(100);
        MemorySegment again = scratch.bytes(1000);
        assertThat(allocated).containsExactly(128L, 1024L, 1152L);
        scratch.reset();
        assertThat(again.scope().isAlive()).as("kept").isTrue();
        scratch.bytes(1152);
        assertThat(allocated).hasSize(3);
    }

    @Test
    void closeFreesAll() {
        MemorySegment memory = scratch.bytes(100);
        scratch.close();
        assertThat(memory.scope().isAlive()).isFalse();
    }

    @Test
    void muchMemoryIsNotKept() {
        MemorySegment memory = scratch.bytes((512L << 20) + 64);
        scratch.reset();
        assertThat(memory.scope().isAlive()).isFalse();
        scratch.bytes(64);
        assertThat(allocated).last().isEqualTo(64L);
    }

    @Test
    void worksAfterAnAllocationThatFailed() {
        MemorySegment first = scratch.bytes(100);
        most = 500;
        assertThatThrownBy(() -> scratch.bytes(1000)).isInstanceOf(OutOfMemoryError.class);
        first.fill((byte) 1);
        scratch.reset();
        for (int call = 0; call < 3; call++) {
            scratch.bytes(300).fill((byte) 1);
            scratch.bytes(200).fill((byte) 1);
            scratch.reset();
        }
        assertThat(allocated).as("no more each time").allMatch(bytes -> bytes < 1000);
    }

    @Test
    void takesWhatThisCallNeedsWhereThatOfTheLastIsNotThere() {
        scratch.bytes(1000);
        scratch.bytes(1000);
        scratch.reset();
        most = 1000;
        scratch.bytes(64).fill((byte) 1);
        assertThat(allocated).last().isEqualTo(64L);
    }

    @Test
    void resetOfAnEmptyScratchDoesNothing() {
        scratch.reset();
        assertThat(allocated).isEmpty();
    }
}
