package io.github.tornadosort.bench.data;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All distributions. To add one, write a function of {@link RandomKeys} or {@link OrderedKeys} and add it to {@link #ALL}. */
public final class Distributions {
    /**
     * A distribution that can be selected by name.
     *
     * @param usage its name and its integer arguments, as in {@code banded:LO:HI}
     * @param help a description of its keys for the help text
     * @param make creates the distribution from its arguments
     */
    public record Entry(String usage, String help, Function<int[], Distribution> make) {
        String name() {
            return usage.split(":")[0];
        }

        int arguments() {
            return usage.split(":").length - 1;
        }
    }

    public static final List<Entry> ALL = List.of(
            new Entry("uniform", "all integers equally likely; floats in [-1, 1)", _ -> RandomKeys.UNIFORM),
            new Entry("sorted", "random keys in ascending order", _ -> OrderedKeys.SORTED),
            new Entry("reversed", "random keys in descending order", _ -> OrderedKeys.REVERSED),
            new Entry("nearly-sorted:D", "sorted keys, each moved by less than D indices",
                    a -> OrderedKeys.nearlySorted(a[0])),
            new Entry("constant", "one random key, repeated n times", _ -> RandomKeys.CONSTANT),
            new Entry("gaussian", "normally distributed around the middle of the range", _ -> RandomKeys.GAUSSIAN),
            new Entry("banded:LO:HI", "only bits LO to HI-1 vary", a -> RandomKeys.banded(a[0], a[1])),
            new Entry("entropy:K", "the AND of K random words", a -> RandomKeys.entropy(a[0])),
            new Entry("few-distinct", "sixteen different keys", _ -> RandomKeys.FEW_DISTINCT),
            new Entry("staggered:P", "P blocks, each in a different P-th of the range", a -> OrderedKeys.staggered(a[0])),
            new Entry("bucket-sorted:P", "P blocks, each sorted by P-ths of the range", a -> OrderedKeys.bucketSorted(a[0])),
            new Entry("duplicates:P", "P blocks, half of them filled with log n, a quarter with log n/2, ...",
                    a -> OrderedKeys.duplicates(a[0])),
            new Entry("normal", "normally distributed numbers, of mean 0 and deviation 1", _ -> Continuous.NORMAL),
            new Entry("exponential", "exponentially distributed numbers, of mean 1", _ -> Continuous.EXPONENTIAL),
            new Entry("reciprocal", "1 / u for uniform u", _ -> Continuous.RECIPROCAL),
            new Entry("distinct:D", "D different keys, equally likely", a -> RandomKeys.distinct(a[0])),
            new Entry("zipf:D", "D different keys by Zipf's law", a -> RandomKeys.zipf(a[0])),
            new Entry("hole:LO:HI", "all bits but LO to HI-1 vary", a -> RandomKeys.hole(a[0], a[1])),
            new Entry("exchanged:P", "sorted keys, P % of them replaced by random ones", a -> OrderedKeys.exchanged(a[0])),
            new Entry("new-tail:P", "sorted keys, the last P % random", a -> OrderedKeys.newTail(a[0])),
            new Entry("runs:R", "R sorted runs", a -> OrderedKeys.runs(a[0])),
            new Entry("heavy:P", "one value for P % of the keys, the others uniform", a -> RandomKeys.heavy(a[0])),
            new Entry("timestamps", "the milliseconds of a day", _ -> RandomKeys.TIMESTAMPS),
            new Entry("clusters:C", "C clusters, like addresses in networks", a -> RandomKeys.clusters(a[0])));

    private Distributions() {}

    static Distribution parse(String specification) {
        String[] parts = specification.split(":", -1);
        Entry entry = ALL.stream()
                .filter(e -> e.name().equals(parts[0]) && e.arguments() == parts.length - 1)
                .findFirst()
                .orElseThrow(() -> unknown(specification));
        int[] arguments = new int[parts.length - 1];
        for (int i = 0; i < arguments.length; i++) {
            try {
                arguments[i] = Integer.parseInt(parts[i + 1]);
            } catch (NumberFormatException e) {
                throw unknown(specification);
            }
        }
        return entry.make().apply(arguments);
    }

    private static IllegalArgumentException unknown(String specification) {
        return new IllegalArgumentException("unknown distribution '" + specification + "', expected one of "
                + ALL.stream().map(Entry::usage).collect(Collectors.joining(", ")));
    }
}
