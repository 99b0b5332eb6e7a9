package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import java.util.Arrays;

/**
 * Values that repeat. They are taken out of keys and counted, so that only the other keys are sorted. A few values are compared with all
 * keys, many keys at a time. Of more values, a table holds the one that may be equal to a key, at a multiple of the key (Knuth, volume 3,
 * section 6.4). If two values have the same slot, one is left out: its keys are sorted as others are.
 */
final class Values${W} {
    /** The number of slots, each of which has a counter. Of 512 values, a twentieth has no slot. */
    static final int SLOTS = 1 << HostPolicy.COUNTERS_LOG;
    private static final int SHIFT = ${Key}.SIZE - HostPolicy.COUNTERS_LOG;
    /** Values, at most, that are compared with all keys. That takes 0.1 nanoseconds per key and value, a table takes 1.2 in all. */
    static final int COMPARED_VALUES = 8;
    /** The golden ratio's fraction. The factors are its powers. */
    private static final ${key} FACTOR = <#if W == 32>0x9e3779b1<#else>0x9e3779b97f4a7c15L</#if>;

    private final ${key}[] values;
    private final ${key}[] table;
    private int size;
    private ${key} factor = 1;

    private Values${W}(${key}[] values) {
        this.values = values;
        this.size = values.length;
        this.table = new ${key}[SLOTS];
        place();
    }

    /**
     * Returns the values of a sorted sample, or null if more than half of it is there only once: these are about as many keys as have other
     * values (Good 1953). Values that are there once are left out if few others are frequent. Of a long sample, keys at equal distances show
     * the values.
     */
    static Values${W} of(${key}[] sample) {
        ${key}[] shorter = new ${key}[Math.min(sample.length, HostPolicy.FOR_JDK)];
        for (int i = 0; i < shorter.length; i++) {
            shorter[i] = sample[(int) ((long) i * sample.length / shorter.length)];
        }
        int once = Sample${W}.once(shorter);
        if (2 * once > shorter.length) {
            return null;
        }
        int least = Sample${W}.values(shorter) - once <= COMPARED_VALUES ? 2 : 1;
        ${key}[] values = new ${key}[shorter.length];
        int size = 0;
        for (int begin = 0, end; begin < shorter.length; begin = end) {
            end = Sample${W}.end(shorter, begin);
            if (end - begin >= least) {
                values[size++] = shorter[begin];
            }
        }
        return new Values${W}(Arrays.copyOf(values, size));
    }

    /** Gives the values their slots; tries several factors: a value without a slot makes all keys be looked at twice. */
    private void place() {
        int found = 0;
        for (int i = 0; found < size && i < HostPolicy.MAX_DEPTH; i++) {
            factor *= FACTOR;
            // A free slot holds the first value, whose slot is another one: no key of that slot is equal to it.
            Arrays.fill(table, values[0]);
            found = 1;
            for (int v = 1; v < size; v++) {
                int slot = slot(values[v]);
                if (table[slot] == values[0] && slot != slot(values[0])) {
                    table[slot] = values[v];
                    found++;
                }
            }
        }
        found = 0;
        for (int v = 0; v < size; v++) {
            if (table[slot(values[v])] == values[v]) {
                values[found++] = values[v];
            }
        }
        size = found;
    }

    private int slot(${key} key) {
        return ${toInt}(key * factor >>> SHIFT);
    }

    /** Returns the number of values. */
    int size() {
        return size;
    }

    ${key} value(int index) {
        return values[index];
    }

    /** Returns the number of keys that were equal to a value. */
    int count(int value, int[] counts) {
        return counts[slot(values[value])];
    }

    /** Counts the values among keys, and copies the other keys; returns their number. */
    int take(${key}[] keys, int from, int to, int[] counts, ${key}[] others, int at) {
        if (size > COMPARED_VALUES) {
            if (count(keys, from, to, table, factor, counts) == 0) {
                return 0;
            }
            int found = copyOthers(keys, from, to, table, factor, others, at);
            for (int i = at; i < at + found; i++) {
                counts[slot(others[i])]--;
            }
            return found;
        }
        int left = to - from;
        for (int v = 0; v < size; v++) {
            int equal = equal(keys, from, to, values[v]);
            counts[slot(values[v])] += equal;
            left -= equal;
        }
        return left == 0 ? 0 : copyOthers(keys, from, to, table, factor, others, at);
    }

    // The loops. They have no branches, which no processor could predict.

    /** Counts the slots of keys; returns 0 if each key is equal to the value in its slot. */
    private static ${key} count(${key}[] keys, int from, int to, ${key}[] table, ${key} factor, int[] counts) {
        ${key} unequal = 0;
        for (int i = from; i < to; i++) {
            int slot = ${toInt}(keys[i] * factor >>> SHIFT);
            unequal |= table[slot] ^ keys[i];
            counts[slot]++;
        }
        return unequal;
    }

    /** Copies the keys that are not equal to the value in their slot; returns their number. */
    private static int copyOthers(
            ${key}[] keys, int from, int to, ${key}[] table, ${key} factor, ${key}[] others, int at) {
        int found = at;
        for (int i = from; i < to; i++) {
            ${key} key = keys[i];
            ${key} d = table[${toInt}(key * factor >>> SHIFT)] ^ key;
            others[found] = key;
            found += ${toInt}((d | -d) >>> ${Key}.SIZE - 1);
        }
        return found - at;
    }

    /** Returns how many keys are equal to a value: (d | -d) is negative unless d is 0. */
    private static int equal(${key}[] keys, int from, int to, ${key} value) {
        ${key} others = 0;
        for (int i = from; i < to; i++) {
            ${key} d = keys[i] ^ value;
            others += (d | -d) >>> ${Key}.SIZE - 1;
        }
        return to - from - ${toInt}others;
    }
}
