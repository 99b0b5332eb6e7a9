package io.github.tornadosort.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Measure;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.peer.JavaPeer.Work;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests both variants of the record peer, which verify their results. */
class RecordPeerTest {
    private static final int N = 1003;

    @TempDir
    private Path folder;

    private Request request(String operation, int width) throws IOException {
        byte[] records = new byte[N * width];
        new SplittableRandom(9).nextBytes(records);
        Path file = Files.write(folder.resolve("records.raw"), records);
        return new Request(operation, KeyType.UINT8, N, file, EnumSet.of(Measure.END_TO_END));
    }

    private Reply measure(String name, String operation, int width) throws IOException {
        try (RecordPeer peer = new RecordPeer(name)) {
            return peer.measure(request(operation, width));
        }
    }

    /** Checks the verification that the other tests depend on. */
    @Test
    void findsUnsortedRecords() throws IOException {
        try (RecordPeer peer = new RecordPeer(RecordPeer.GATHERED); Arena arena = Arena.ofShared()) {
            Request request = request("records-16", 16);
            Work work = peer.work(request, request.mapped(arena));
            assertThat(work.verify().get()).contains("not ascending");
            work.call().run();
            assertThat(work.verify().get()).isNull();
        }
    }

    @Test
    void reportsAWrongResultAsFailure() throws IOException {
        try (JavaPeer idle = new JavaPeer("idle", "sorts nothing") {
            @Override
            Work work(Request request, Column keys) {
                return sort(keys, MemorySegment.ofArray(bytes(keys)), () -> {});
            }
        }) {
            assertThat(idle.measure(request("sort", 1)).failed()).contains("not ascending");
        }
    }

    @ParameterizedTest
    @CsvSource({"carried, 8", "carried, 40", "gathered, 8", "gathered, 40"})
    void sortsRecords(String name, int width) throws IOException {
        Reply reply = measure(name, "records-" + width, width);

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos()).containsOnlyKeys(Metric.END_TO_END);
    }

    @ParameterizedTest
    @ValueSource(strings = {"records-12", "argsort-records-16", "sort"})
    void skipsUnsupportedOperations(String operation) throws IOException {
        assertThat(measure("carried", operation, 16).skipped()).isEqualTo("unsupported: " + operation + " of uint8");
    }
}
