package io.github.tornadosort.files.internal.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.io.KeyFormats;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {
    @TempDir
    Path folder;

    private KeyReader keys(String... contents) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String content : contents) {
            files.add(Files.writeString(folder.resolve("keys" + files.size()), content));
        }
        return Parts.of(files, 1, file -> KeyFormats.open(KeyFormat.RAW, file, KeyType.INT8, folder, ProgressListener.NONE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 9})
    void readsOneFileAfterTheOther(int piece) throws IOException {
        try (KeyReader reader = keys("", "abc", "", "", "d", "efghi", "")) {
            assertThat(reader.count()).isEqualTo(9);
            assertThat(reader.bytes()).isEqualTo(9);
            byte[] bytes = new byte[9];
            long[] told = {0};
            for (int from = 0; from < 9; from += piece) {
                MemorySegment part = MemorySegment.ofArray(bytes).asSlice(from, Math.min(piece, 9 - from));
                reader.read(part, read -> told[0] += read);
            }
            assertThat(bytes).isEqualTo("abcdefghi".getBytes(ISO_8859_1));
            assertThat(told[0]).isEqualTo(9);
        }
    }

    @Test
    void closesAllFiles() throws IOException {
        FileSortException first = new FileSortException(Path.of("b"), "first");
        Closing last = new Closing(new FileSortException(Path.of("c"), "second"));
        Map<Path, KeyReader> files =
                Map.of(Path.of("a"), new Closing(null), Path.of("b"), new Closing(first), Path.of("c"), last);

        assertThatThrownBy(() -> Parts.of(List.of(Path.of("a"), Path.of("b"), Path.of("c")), 1, files::get).close())
                .isSameAs(first);
        assertThat(last.closed).isTrue();
    }

    /** An empty file that may fail when it is closed. */
    private static final class Closing implements KeyReader {
        private final FileSortException failure;
        private boolean closed;

        private Closing(FileSortException failure) {
            this.failure = failure;
        }

        @Override
        public long count() {
            return 0;
        }

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) {}

        @Override
        public void close() throws FileSortException {
            closed = true;
            if (failure != null) {
                throw failure;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'',''", "a,'a\n'", "'a\n','a\n'", "'a\nb','a\nb\n'", "'a\r\nb','a\r\nb\n'", "'\r\n','\r\n'"})
    void addsAMissingLineEnd(String text, String ended) throws IOException {
        Path file = Files.writeString(folder.resolve("text"), text);
        try (KeyReader reader = InputFile.open(file, folder, input -> input.from(0, "\n"))) {
            byte[] bytes = new byte[(int) reader.count()];
            int half = bytes.length / 2;
            reader.read(MemorySegment.ofArray(bytes).asSlice(0, half), _ -> {});
            reader.read(MemorySegment.ofArray(bytes).asSlice(half), _ -> {});
            assertThat(new String(bytes, ISO_8859_1)).isEqualTo(ended);
        }
    }
}
