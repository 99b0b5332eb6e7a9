package io.github.tornadosort.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests when scratch memory is allocated and freed, and its state after a failed allocation. */
class ScratchTest {
    private final Scratch scratch = new Scratch();
    private final List<Long> allocated = new ArrayList<>();
    /** Maximum size of an allocation that succeeds, in bytes. */
    private long limit = Long.MAX_VALUE;

    ScratchTest() {
        HostMemory.watch(bytes -> {
            if (bytes > limit) {
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
    void worksAfterAFailedAllocation() {
        MemorySegment first = scratch.bytes(100);
        limit = 500;
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
    void allocatesLessIfTheSizeOfThePreviousCallFails() {
        scratch.bytes(1000);
        scratch.bytes(1000);
        scratch.reset();
        limit = 1000;
        scratch.bytes(64).fill((byte) 1);
        assertThat(allocated).last().isEqualTo(64L);
    }
}
