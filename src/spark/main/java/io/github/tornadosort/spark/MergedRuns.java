package io.github.tornadosort.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** Merges sorted runs. Of rows with equal keys, those of an earlier run come first. */
final class MergedRuns<T> implements Iterator<T> {
    private record Entry<T>(Cursor<T> cursor, int run) implements Comparable<Entry<T>> {
        @Override
        public int compareTo(Entry<T> other) {
            int byKey = cursor.compareTo(other.cursor);
            return byKey != 0 ? byKey : Integer.compare(run, other.run);
        }
    }

    private final PriorityQueue<Entry<T>> queue = new PriorityQueue<>();
    private final Runnable atEnd;
    /** The run of the next row, which is not in the queue; null after the last row. */
    private Entry<T> first;

    /** @param atEnd called after the last row */
    MergedRuns(List<Cursor<T>> runs, Runnable atEnd) throws IOException {
        this.atEnd = atEnd;
        for (int run = 0; run < runs.size(); run++) {
            if (runs.get(run).advance()) {
                queue.add(new Entry<>(runs.get(run), run));
            }
        }
        first = queue.poll();
    }

    @Override
    public boolean hasNext() {
        return first != null;
    }

    @Override
    public T next() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        T row = first.cursor().row();
        try {
            if (!first.cursor().advance()) {
                first = queue.poll();
            } else if (!queue.isEmpty() && first.compareTo(queue.peek()) > 0) {
                queue.add(first);
                first = queue.poll();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (first == null) {
            atEnd.run();
        }
        return row;
    }
}
