package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {

    @TempDir
    private Path folder;

    private static final CaseSet SET = new CaseSet(List.of("sort"), List.of("int32"), List.of("2^15"), null);

    private final List<String> asked = new ArrayList<>();
    private final Set<Integer> dataSeen = new HashSet<>();

    /** A contender whose times are the numbers of its measurements. */
    private class Fake implements Contender {
        private final String name;
        private final Reply instead;
        private long measurements;

        private Fake(String name, Reply instead) {
            this.name = name;
            this.instead = instead;
        }

        @Override
        public About about() {
            return new About(name, true, "a fake", "no device");
        }

        @Override
        public Reply measure(Request request) {
            asked.add(name);
            try {
                byte[] keys = Files.readAllBytes(request.keys());
                assertThat(keys).hasSize(4 * request.one().n());
                dataSeen.add(Arrays.hashCode(keys));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (instead != null) {
                return instead;
            }
            return Reply.measured(++measurements);
        }
    }

    private static Suite suite(Suite.Kind kind, int repetitions) {
        return new Suite("fakes", "?", kind, 1, List.of("a"), null, null, List.of(SET), null, repetitions, 60);
    }

    private List<Result> run(Suite suite, Contender... contenders) {
        return new Campaign(suite, List.of(contenders), folder).measure(SET.all().getFirst());
    }

    private List<Result> run(Contender... contenders) {
        return run(suite(Suite.Kind.DEVICE, 4), contenders);
    }

    @Test
    void measuresAllContendersInTurnOnTheSameKeysAfterWarmUps() {
        Suite suite = suite(Suite.Kind.PROGRAMS, 4);
        List<Result> results = run(suite, new Fake("a", null), new Fake("b", null));

        // A round of warm-ups, then four rounds that start with different contenders.
        assertThat(asked).containsExactly("a", "b", "b", "a", "a", "b", "b", "a", "a", "b");
        assertThat(dataSeen).hasSize(1);
        Result a = results.getFirst();
        assertThat(a.nanos()).isEqualTo(new Spread(3, 2, 5));
        assertThat(folder).isEmptyDirectory();
    }

    /** The compilers need more calls for few keys. */
    @Test
    void sortsOfFewKeysOnADeviceAreWarmedUpMoreOften() {
        run(new Fake("a", null));

        assertThat(asked).hasSize((1 << 20) / (1 << 15) + 4);
    }

    @Test
    void stopsMeasuringAFailedContender() {
        List<Result> results = run(new Fake("broken", Reply.failed("wrong keys")), new Fake("sound", null));

        assertThat(asked.stream().filter("broken"::equals)).hasSize(1);
        assertThat(results.getFirst().note()).isEqualTo("failed: wrong keys");
        assertThat(results.getFirst().nanos()).isNull();
        assertThat(results.get(1).isMeasured()).isTrue();
    }

    /** The kernels of another distribution are compiled, those of another size are not. */
    @Test
    void onlyNewKernelsAreWarmedUp() {
        CaseSet set = new CaseSet(List.of("sort"), List.of("int32"), List.of("10", "11"), List.of("uniform", "sorted"));
        Campaign campaign = new Campaign(suite(Suite.Kind.DEVICE, 1), List.of(new Fake("a", null)), folder);
        List<Integer> numbers = new ArrayList<>();
        for (BenchCase one : set.all()) {
            asked.clear();
            campaign.measure(one);
            numbers.add(asked.size());
        }

        assertThat(numbers).containsExactly(201, 1, 201, 1);
    }
}
