package io.github.tornadosort.files.internal.runs;

import java.io.IOException;
import java.util.List;

/**
 * Finds the run with the least current row. Each inner node has the loser of a comparison (Knuth, TAOCP volume 3, §5.4.1). Comparisons of
 * rows that differ in their ranks have no branches.
 */
final class LoserTree {
    private final SortedRun[] runs;
    private final long[] ranks;
    /** The index of the run that lost at each node; the children of node i are 2 i and 2 i + 1, and run i is node n + i. */
    private final int[] losers;

    private int first;

    /** @param runs with their first rows as current ones */
    LoserTree(List<SortedRun> runs) {
        this.runs = runs.toArray(new SortedRun[0]);
        int n = this.runs.length;
        this.ranks = runs.stream().mapToLong(SortedRun::rank).toArray();
        this.losers = new int[n];
        int[] winners = new int[2 * n];
        for (int node = 2 * n - 1; node > 0; node--) {
            if (node >= n) {
                winners[node] = node - n;
                continue;
            }
            int left = winners[2 * node];
            int right = winners[2 * node + 1];
            boolean rightWins = this.runs[left].isAfter(this.runs[right]);
            winners[node] = rightWins ? right : left;
            losers[node] = rightWins ? left : right;
        }
        this.first = n > 0 ? winners[1] : 0;
    }

    /** Returns the run with the least current row, or null if there are no more rows. */
    SortedRun first() {
        return runs.length > 0 && runs[first].hasRow() ? runs[first] : null;
    }

    /** Advances that run to its next row. */
    void next() throws IOException {
        runs[first].next();
        int winner = first;
        long least = runs[first].rank();
        ranks[first] = least;
        for (int node = (runs.length + first) / 2; node > 0; node /= 2) {
            int other = losers[node];
            long rank = ranks[other];
            long difference = rank - least;
            if (difference == 0) {
                difference = runs[winner].isAfter(runs[other]) ? -1 : 1;
            }
            least = Math.min(least, rank);
            // All bits are set if the other run wins.
            int exchange = (winner ^ other) & (int) (difference >> Long.SIZE - 1);
            winner ^= exchange;
            losers[node] = other ^ exchange;
        }
        first = winner;
    }
}
