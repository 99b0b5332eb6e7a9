package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.RunMerge;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The order of keys of one type. */
public record KeyOrder(KeyType type, SortOptions options) implements RowOrder {
    Column column(MemorySegment keys) {
        return new Column(keys, type);
    }

    @Override
    public int width() {
        return type.bytes();
    }

    @Override
    public int compare(MemorySegment a, long i, MemorySegment b, long j) {
        long left = new OrderedKeys(column(a), options).at(i);
        long right = new OrderedKeys(column(b), options).at(j);
        return Long.compare(left, right);
    }

    @Override
    public void merge(List<MemorySegment> sorted, MemorySegment to) {
        new RunMerge(sorted.stream().map(this::column).toList(), options, column(to)).run();
    }
}
