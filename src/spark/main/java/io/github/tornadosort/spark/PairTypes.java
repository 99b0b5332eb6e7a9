package io.github.tornadosort.spark;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import scala.Tuple2;

/**
 * The types of pairs.
 *
 * @param key the type of the keys
 * @param value the type of the values, or null if they are byte arrays
 */
record PairTypes(NumberType key, NumberType value) implements Serializable {

    /** @throws IllegalArgumentException if there is no type for the pair */
    static PairTypes of(Tuple2<?, ?> pair) {
        NumberType key = NumberType.of(pair._1());
        NumberType value = NumberType.of(pair._2());
        if (key == null || value == null && !(pair._2() instanceof byte[])) {
            throw new IllegalArgumentException("pairs of " + className(pair._1()) + " and " + className(pair._2())
                    + " cannot be sorted: keys must be Long, Integer, Double or Float, values one of these or byte[]");
        }
        return new PairTypes(key, value);
    }

    /** Returns the types of all pairs, or null if there are none. */
    static PairTypes ofAll(Stream<? extends Tuple2<?, ?>> pairs) {
        List<PairTypes> distinct = pairs.map(PairTypes::of).distinct().toList();
        if (distinct.size() > 1) {
            throw new IllegalArgumentException(
                    "all pairs must have the same types, but there are pairs of " + distinct.get(0)
                            + " and pairs of " + distinct.get(1));
        }
        return distinct.isEmpty() ? null : distinct.getFirst();
    }

    /** Returns the exception for a pair that has other types than those of the sample. */
    IllegalArgumentException mismatch(Tuple2<?, ?> pair) {
        return new IllegalArgumentException("a pair of " + className(pair._1()) + " and " + className(pair._2())
                + " among pairs of " + this);
    }

    private static String className(Object object) {
        return object == null ? "null" : object.getClass().getSimpleName();
    }

    @Override
    public String toString() {
        return key.boxed().getSimpleName() + " and " + (value == null ? "byte[]" : value.boxed().getSimpleName());
    }
}
