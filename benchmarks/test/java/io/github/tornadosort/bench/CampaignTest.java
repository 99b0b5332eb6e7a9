package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
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
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {

    @TempDir
    private Path folder;

    private final List<String> asked = new ArrayList<>();
    private final Set<Integer> dataSeen = new HashSet<>();

    /** A contender whose times are the numbers of its measurements. */
    private final class Fake implements Contender {
        private final String name;
        private final Reply instead;
        private long measurements;
        private long pauseMillis;

        private Fake(String name, Reply instead) {
            this.name = name;
            this.instead = instead;
        }

        @Override
        public About about() {
            return new About(name, true, "a fake", "no device", null, null);
        }

        @Override
        public Reply measure(Request request) {
            asked.add(name);
            try {
                byte[] keys = Files.readAllBytes(request.keys());
                assertThat(keys).hasSize(4 * request.n());
                dataSeen.add(Arrays.hashCode(keys));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (instead != null) {
                return instead;
            }
            LockSupport.parkNanos(pauseMillis * 1_000_000);
            Reply reply = Reply.measured();
            reply.nanos().put(Metric.END_TO_END, ++measurements);
            return reply;
        }

        @Override
        public void close() {}
    }

    private Run run(Contender... contenders) {
        CaseSet set = new CaseSet(
                List.of("sort"), List.of("int32"), List.of("2^20"), List.of("uniform"), null, null, null);
        Suite suite = new Suite("fakes", "", 4, 2, List.of(set), null, null);
        List<Run> soFar = new ArrayList<>();
        Run run = new Campaign(suite, List.of(contenders), folder, line -> {}).run(List.of(), "command", soFar::add);
        assertThat(soFar).containsExactly(run);
        return run;
    }

    @Test
    void measuresThisLibraryOncePerAlgorithm() {
        CaseSet set = new CaseSet(
                List.of("sort"), List.of("int32"), List.of("2^20"), List.of("uniform"), null, null,
                List.of("merge", "radix:4"));
        Suite suite = new Suite("fakes", "", 1, 1, List.of(set), null, null);
        Run run = new Campaign(suite, List.of(new Fake("a", null)), folder, line -> {})
                .run(List.of(), "command", soFar -> {});

        assertThat(run.results()).extracting(Result::contender).containsExactly("a:merge", "a:radix:4");
        assertThat(run.contenders()).extracting(Contender.About::contender).containsExactly("a", "a:merge", "a:radix:4");
    }

    @Test
    void measuresAllContendersInTurnOnNewKeysAfterWarmUps() {
        Run run = run(new Fake("a", null), new Fake("b", null));

        // Two rounds of warm-ups, then four rounds that start with different contenders.
        assertThat(asked).containsExactly("a", "b", "a", "b", "b", "a", "b", "a", "a", "b", "a", "b");
        assertThat(dataSeen).hasSize(5);
        Result a = run.results().getFirst();
        assertThat(a.repetitions()).isEqualTo(4);
        assertThat(a.firstNanos()).isEqualTo(1);
        assertThat(a.nanos()).containsEntry(Metric.END_TO_END, new Spread(4, 3, 6));
        assertThat(folder).isEmptyDirectory();
    }

    /** The compilers of a program that is started for each measurement need no warm-up. */
    @Test
    void programsAreWarmedUpAsOftenAsTheSuiteSays() {
        CaseSet set = new CaseSet(
                List.of("sort-file"), List.of("int32"), List.of("3"), List.of("uniform"), null, null, null);
        Suite suite = new Suite("fakes", "", 1, 2, List.of(set), null, null);
        new Campaign(suite, List.of(new Fake("a", null)), folder, line -> {}).run(List.of(), "command", soFar -> {});

        assertThat(asked).hasSize(3);
    }

    private List<String> asked(double warmupSeconds, Contender... contenders) {
        CaseSet set = new CaseSet(
                List.of("sort"), List.of("int32"), List.of("2^20"), List.of("uniform"), null, null, null);
        Suite suite =
                new Suite("fakes", "", 1, 1, List.of(set), null, new Suite.Shared("2^20", warmupSeconds, 60, List.of()));
        new Campaign(suite, List.of(contenders), folder, line -> {}).run(List.of(), "command", soFar -> {});
        return asked;
    }

    @Test
    void distributionsThatAreComparedAreMeasuredInTurn() {
        CaseSet set = new CaseSet(
                List.of("sort"), List.of("int32"), List.of("2^20"), List.of("uniform", "sorted"), null, null, null);
        Suite suite = new Suite("fakes", "", 2, 1, List.of(set), null, new Suite.Shared("2^20", 0, 60, List.of()));
        Run run = new Campaign(suite, List.of(new Fake("a", null)), folder, line -> {})
                .run(List.of(), "command", soFar -> {});

        // The first two measurements are warm-ups.
        assertThat(run.results()).extracting(Result::distribution).containsExactly("uniform", "sorted");
        assertThat(run.results().getFirst().nanos()).containsEntry(Metric.END_TO_END, new Spread(4, 3, 5));
        assertThat(run.results().getLast().nanos()).containsEntry(Metric.END_TO_END, new Spread(5, 4, 6));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void eachWarmUpOfContendersThatShareAJvmIsOnNewKeys() {
        CaseSet set = new CaseSet(
                List.of("sort"), List.of("int32"), List.of("2^20"), List.of("uniform"), null, null, null);
        Suite suite = new Suite("fakes", "", 1, 3, List.of(set), null, new Suite.Shared("2^20", 0, 60, List.of()));
        new Campaign(suite, List.of(new Fake("a", null)), folder, line -> {}).run(List.of(), "command", soFar -> {});

        assertThat(dataSeen).hasSize(4);
    }

    @Test
    void aSlowContenderDoesNotUseUpTheWarmUpOfTheOthers() {
        Fake slow = new Fake("slow", null);
        slow.pauseMillis = 400;

        assertThat(asked(0.05, slow, new Fake("fast", null),
                new Fake("broken", Reply.failed("wrong keys"))))
                .containsOnlyOnce("broken")
                .satisfies(names -> assertThat(names.stream().filter("slow"::equals)).hasSize(2))
                .satisfies(names -> assertThat(names.stream().filter("fast"::equals)).hasSizeGreaterThan(4));
    }

    @Test
    void stopsMeasuringAFailedContender() {
        Run run = run(new Fake("broken", Reply.failed("wrong keys")), new Fake("sound", null));

        assertThat(asked.stream().filter("broken"::equals)).hasSize(1);
        assertThat(run.results().getFirst().note()).isEqualTo("failed: wrong keys");
        assertThat(run.results().getFirst().nanos()).isNull();
        assertThat(run.results().get(1).repetitions()).isEqualTo(4);
    }

    @Test
    void everyContenderFollowsEveryOtherOne() {
        Set<List<String>> orders = new HashSet<>();
        for (int repetition = 0; repetition < 6; repetition++) {
            orders.add(Campaign.inOrder(List.of("a", "b", "c"), repetition));
        }
        assertThat(orders).hasSize(6);
        assertThat(Campaign.inOrder(List.of("a"), 7)).containsExactly("a");
        assertThat(Campaign.inOrder(List.of(), 7)).isEmpty();
    }
}
