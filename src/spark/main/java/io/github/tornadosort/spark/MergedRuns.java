package io.github.tornadosort.spark;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;

/** Merges sorted runs. Of rows with equal keys, those of an earlier run come first. */
final class MergedRuns<T> implements Cursor<T> {
    private record Entry<T>(Cursor<T> cursor, int run) implements Comparable<Entry<T>> {
        @Override
        public int compareTo(Entry<T> other) {
            int byKey = cursor.compareTo(other.cursor);
            return byKey != 0 ? byKey : Integer.compare(run, other.run);
        }
    }

    private final PriorityQueue<Entry<T>> queue = new PriorityQueue<>();
    /** The run of the current row, which is not in the queue; null after the last row. */
    private Entry<T> first;

    /**
     * Starts at the first row.
     *
     * @param runs cursors before their first rows
     */
    MergedRuns(List<Cursor<T>> runs) throws IOException {
        for (int run = 0; run < runs.size(); run++) {
            if (runs.get(run).advance()) {
                queue.add(new Entry<>(runs.get(run), run));
            }
        }
        first = queue.poll();
    }

    /** Returns whether there is a current row. */
    boolean hasRow() {
        return first != null;
    }

    @Override
    public boolean advance() throws IOException {
        if (!first.cursor().advance()) {
            first = queue.poll();
        } else if (!queue.isEmpty() && first.compareTo(queue.peek()) > 0) {
            queue.add(first);
            first = queue.poll();
        }
        return first != null;
    }

    @Override
    public T row() {
        return first.cursor().row();
    }

    @Override
    public void write(DataOutputStream out) throws IOException {
        first.cursor().write(out);
    }

    @Override
    public int compareTo(Cursor<T> other) {
        return first.cursor().compareTo(other);
    }

    /** Makes a run that has rows left. */
    interface Replacement<T> {
        /**
         * Returns a cursor at the current row of another one.
         *
         * @param cursor at a row
         */
        Cursor<T> of(Cursor<T> cursor) throws IOException;
    }

    /** Replaces the cursor of a run. Returns false if all its rows have been read. */
    boolean replace(int run, Replacement<T> replacement) throws IOException {
        if (first != null && first.run() == run) {
            first = new Entry<>(replacement.of(first.cursor()), run);
            return true;
        }
        for (Entry<T> entry : queue) {
            if (entry.run() == run) {
                queue.remove(entry);
                queue.add(new Entry<>(replacement.of(entry.cursor()), run));
                return true;
            }
        }
        return false;
    }
}
