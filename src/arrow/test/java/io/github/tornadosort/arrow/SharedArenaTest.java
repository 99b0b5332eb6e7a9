package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Sorter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To close a shared arena takes 20 µs, in which hundreds of rows are sorted. */
class SharedArenaTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"10, 0", "30000, 0", "40000, 1"})
    void fewRowsAreSortedWithoutASharedArena(int rows, int sharedArenas) throws IOException {
        try (Sorter sorter = Sorter.open();
                RootAllocator allocator = new RootAllocator();
                IntVector vector = new IntVector("numbers", allocator);
                Recording recording = new Recording()) {
            vector.setSafe(1, 7); // The other values are null.
            vector.setValueCount(rows);
            recording.enable("jdk.MethodTrace").with("filter", Arena.class.getName() + "::ofShared").withoutStackTrace();
            recording.start();
            int[] order = ArrowSort.argsort(sorter, vector, ArrowKey.ascending());
            recording.stop();

            assertThat(order).startsWith(1, 0, 2);
            Path file = folder.resolve("recording.jfr");
            recording.dump(file);
            assertThat(RecordingFile.readAllEvents(file)).hasSize(sharedArenas);
        }
    }
}
