package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.RandomCases.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Compares sorts of random cases with {@code Arrays.parallelSort}: of any type, number and shape. In each round, both sort the
 * same new keys, in another order. The median time counts.
 */
final class AnyDistribution implements AutoCloseable {
    /** From this number of keys on, half of the rounds are enough. */
    private static final int MANY = 1 << 18;
    private static final int MOST_KEYS_OF_WARM_UP = 1 << 20;

    private final int least;
    private final int most;
    private final double seconds;
    private final int rounds;
    private final Consumer<String> log;
    /** This library, and the JDK. */
    private final List<Calls> ways = List.of(new SorterCalls(), new PlainJava());

    /**
     * @param seconds the time after which no further case begins; a fifth of it is spent on warm-ups
     * @param log receives each case
     */
    AnyDistribution(Suite suite, double seconds, Consumer<String> log) {
        List<String> sizes = suite.cases().getFirst().sizes();
        this.least = Suite.size(sizes.getFirst());
        this.most = Suite.size(sizes.getLast());
        this.seconds = seconds;
        this.rounds = suite.repetitions();
        this.log = log;
    }

    /**
     * Measures the cases of the seeds 1, 2, 3 and so on.
     *
     * @param seed the seed of a single case, or null
     */
    RandomCases measure(Long seed) {
        long start = System.nanoTime();
        for (long warmUp = -1; isBefore(start, seconds / 5); warmUp--) {
            measure(warmUp, Math.min(MOST_KEYS_OF_WARM_UP, most), 1);
        }
        List<Case> cases = new ArrayList<>();
        do {
            cases.add(measure(seed == null ? cases.size() + 1 : seed, most, rounds));
            log.accept(cases.getLast().toString());
        } while (seed == null && isBefore(start, seconds));
        return RandomCases.of(cases);
    }

    private static boolean isBefore(long start, double seconds) {
        return System.nanoTime() - start < seconds * 1e9;
    }

    private Case measure(long seed, int mostKeys, int mostRounds) {
        RandomKeys drawn = RandomKeys.draw(new SplittableRandom(seed), least, mostKeys);
        SplittableRandom random = new SplittableRandom(~seed);
        List<List<Long>> times = List.of(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < (drawn.n() < MANY ? mostRounds : Math.ceilDiv(mostRounds, 2)); round++) {
            Column given = drawn.keys(random);
            long[] digests = new long[2];
            for (int i = 0; i < 2; i++) {
                int way = (i + round) % 2;
                // A copy that is made before the call of the other would lie in colder memory.
                Input input = new Input("sort", drawn.type(), drawn.n());
                input.fill(given);
                long start = System.nanoTime();
                Object result = ways.get(way).call(input);
                times.get(way).add(System.nanoTime() - start);
                digests[way] = Input.digest(result);
            }
            if (digests[0] != digests[1]) {
                throw new IllegalStateException("the result for %s is not that of the JDK, seed %d".formatted(drawn, seed));
            }
        }
        return new Case(
                seed, drawn.toString(), Spread.of(times.getFirst()).median(), Spread.of(times.getLast()).median());
    }

    @Override
    public void close() {
        ways.forEach(Calls::close);
    }
}
