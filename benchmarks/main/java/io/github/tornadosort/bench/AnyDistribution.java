package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.RandomCases.Case;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Compares sorts of random cases: of any type, number and shape. In each round, the contenders sort the same new keys in turn, in
 * another order. The median time counts. The peer is {@code Arrays.parallelSort} for {@code sort}, and fastutil for {@code pairs}
 * and {@code argsort}.
 */
final class AnyDistribution implements AutoCloseable {
    /** From this number of keys on, half of the rounds are enough. */
    private static final int MANY = 1 << 18;
    private static final int MOST_KEYS_OF_WARM_UP = 1 << 20;
    /** The types of pairs and argsort. */
    private static final List<KeyType> PAIRS = List.of(KeyType.INT32, KeyType.INT64);

    private final int least;
    private final int most;
    private final double seconds;
    private final int rounds;
    private final Consumer<String> log;
    private final Map<String, Calls> contenders = new LinkedHashMap<>();

    /**
     * @param seconds the time after which no further case of an operation begins; a fifth of it is spent on warm-ups
     * @param log receives each case
     */
    AnyDistribution(Suite suite, double seconds, Consumer<String> log) {
        List<String> sizes = suite.cases().getFirst().sizes();
        this.least = Sizes.parse(sizes.getFirst());
        this.most = Sizes.parse(sizes.getLast());
        this.seconds = seconds;
        this.rounds = suite.repetitions();
        this.log = log;
        suite.contenders().forEach(name -> contenders.put(name, Calls.of(name)));
    }

    /**
     * Measures the cases of an operation: those of the seeds 1, 2, 3 and so on.
     *
     * @param seed the seed of a single case, or null
     * @return the results against the peer
     */
    RandomCases measure(String operation, Long seed) {
        String peer = operation.equals("sort") ? "parallelSort" : "fastutil";
        long start = System.nanoTime();
        for (long warmUp = -1; isBefore(start, seconds / 5); warmUp--) {
            measure(operation, peer, warmUp, Math.min(MOST_KEYS_OF_WARM_UP, most), 1);
        }
        List<Case> cases = new ArrayList<>();
        do {
            long one = seed == null ? cases.size() + 1 : seed;
            cases.add(measure(operation, peer, one, most, rounds));
            log.accept(operation + " against " + peer + " " + cases.getLast());
        } while (seed == null && isBefore(start, seconds));
        return RandomCases.of(operation, peer, cases);
    }

    private static boolean isBefore(long start, double seconds) {
        return System.nanoTime() - start < seconds * 1e9;
    }

    private Case measure(String operation, String peer, long seed, int mostKeys, int mostRounds) {
        List<KeyType> types = operation.equals("sort") ? RandomKeys.TYPES : PAIRS;
        RandomKeys drawn = RandomKeys.draw(new SplittableRandom(seed), types, least, mostKeys);
        SplittableRandom random = new SplittableRandom(~seed);
        Map<String, List<Long>> times = new LinkedHashMap<>();
        List<String> names = List.of(SorterCalls.NAME, peer);
        for (int round = 0; round < (drawn.n() < MANY ? mostRounds : Math.ceilDiv(mostRounds, 2)); round++) {
            Column given = new Column(Input.segment(drawn.keys(random)), drawn.type());
            Long first = null;
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((i + round) % names.size());
                // A copy that is made before the calls of the others would lie in colder memory.
                Input input = new Input(operation, drawn.type(), drawn.n());
                input.fill(given);
                long start = System.nanoTime();
                Object result = contenders.get(name).call(input);
                times.computeIfAbsent(name, _ -> new ArrayList<>()).add(System.nanoTime() - start);
                long digest = Input.digest(result);
                if (first != null && first != digest) {
                    throw new IllegalStateException(
                            "%s of %s: the result of %s is wrong or not that of another contender, seed %d"
                                    .formatted(operation, drawn, name, seed));
                }
                first = digest;
            }
        }
        return new Case(
                seed, drawn.toString(), Spread.of(times.get(SorterCalls.NAME)).median(),
                Spread.of(times.get(peer)).median());
    }

    @Override
    public void close() {
        contenders.values().forEach(Calls::close);
    }
}
