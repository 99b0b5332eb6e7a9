package io.github.tornadosort.files.internal.table;

import java.util.Comparator;
import java.util.List;

/**
 * Compares the values of the keys of rows for checks of the order, by the JDK's own comparisons and not by code of the sorts.
 *
 * @param keys one for each value
 * @param nullsFirst whether null comes before all values; otherwise it comes after them
 */
public record ValueOrder(List<TableKey> keys, boolean nullsFirst) implements Comparator<List<Comparable<Object>>> {
    @Override
    public int compare(List<Comparable<Object>> a, List<Comparable<Object>> b) {
        for (int i = 0; i < keys.size(); i++) {
            Comparable<Object> one = a.get(i);
            Comparable<Object> other = b.get(i);
            int comparison;
            if (one == null || other == null) {
                comparison = Boolean.compare(one == null, other == null) * (nullsFirst ? -1 : 1);
            } else {
                comparison = keys.get(i).descending() ? other.compareTo(one) : one.compareTo(other);
            }
            if (comparison != 0) {
                return comparison;
            }
        }
        return 0;
    }
}
