package io.github.tornadosort.cli;

import java.util.Collection;
import java.util.Comparator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the word that a misspelled word probably means. */
final class Suggestion {
    /** The largest number of characters that are inserted, deleted, replaced, or swapped with the next one. */
    private static final int MAX_DISTANCE = 2;
    /** The fewest letters of a word for each of them. */
    private static final int LETTERS = 3;

    private Suggestion() {}

    /** Returns a question that names the command or the option that was probably meant, or an empty string. */
    static String of(UnmatchedArgumentException e) {
        String word = e.getUnmatched().getFirst();
        CommandSpec command = e.getCommandLine().getCommandSpec();
        Collection<String> known = word.startsWith("-") ? command.optionsMap().keySet() : command.subcommands().keySet();
        long letters = word.chars().filter(Character::isLetter).count();
        long allowed = Math.min(MAX_DISTANCE, letters / LETTERS);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= allowed)
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(candidate -> candidate))
                .map(candidate -> "; did you mean '" + candidate + "'?")
                .orElse("");
    }

    /** Returns the distance of optimal string alignment. */
    static int distance(String a, String b) {
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
                least = Math.min(least, distance[i - 1][j - 1] + changed);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, distance[i - 2][j - 2] + 1);
                }
                distance[i][j] = least;
            }
        }
        return distance[a.length()][b.length()];
    }
}
