package io.github.tornadosort.files.internal.runs;

import java.io.IOException;
import java.util.List;

/**
 * Finds the run with the least current row. Each inner node has the loser of a comparison (Knuth, TAOCP volume 3, §5.4.1), with a code for
 * the row that it lost to: on the way of a run's next row to the root, all codes are for the run's last row, so that codes are compared.
 * Comparisons that codes decide have no branches.
 */
final class LoserTree {
    private final SortedRun[] runs;
    /** The index of the run that lost at each node; the children of node i are 2 i and 2 i + 1, and run i is node n + i. */
    private final int[] losers;
    /** The codes of those runs: beside the indices, so that no load on the way to the root waits for another one. */
    private final long[] codes;
    private int first;

    /** @param runs with their first rows as current ones */
    LoserTree(List<SortedRun> runs) {
        this.runs = runs.toArray(new SortedRun[0]);
        int n = this.runs.length;
        this.losers = new int[n];
        this.codes = new long[n];
        int[] winners = new int[2 * n];
        for (int node = 2 * n - 1; node > 0; node--) {
            if (node >= n) {
                winners[node] = node - n;
                continue;
            }
            int left = winners[2 * node];
            int right = winners[2 * node + 1];
            boolean rightWins = isAfter(this.runs[left], this.runs[right]);
            winners[node] = rightWins ? right : left;
            losers[node] = rightWins ? left : right;
            codes[node] = this.runs[losers[node]].code();
        }
        this.first = n > 0 ? winners[1] : 0;
    }

    /** Returns the run with the least current row, or null if there are no more rows. */
    SortedRun first() {
        return runs.length > 0 && runs[first].hasRow() ? runs[first] : null;
    }

    private static boolean isAfter(SortedRun run, SortedRun other) {
        return areUndecided(run.code(), other.code()) ? run.isAfter(other) : run.code() > other.code();
    }

    private static boolean areUndecided(long code, long other) {
        return (code ^ other) >>> SortedRun.UNDECIDED_BITS == 0;
    }

    /** Advances that run to its next row. */
    void next() throws IOException {
        runs[first].next();
        int winner = first;
        long least = runs[first].code();
        for (int node = (runs.length + first) / 2; node > 0; node /= 2) {
            int other = losers[node];
            long code = codes[node];
            // All bits are set if the other run wins.
            long wins = code - least >> Long.SIZE - 1;
            if (areUndecided(code, least)) {
                wins = runs[winner].isAfter(runs[other]) ? -1 : 0;
                code = runs[other].code();
                least = runs[winner].code();
            }
            int exchange = (winner ^ other) & (int) wins;
            long exchangedCodes = (least ^ code) & wins;
            winner ^= exchange;
            losers[node] = other ^ exchange;
            least ^= exchangedCodes;
            codes[node] = code ^ exchangedCodes;
        }
        first = winner;
    }
}
