package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileKey;
import io.github.tornadosort.files.FileSorter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The options of commands for lines of text: those of GNU sort for their order, and long names where its short ones mean an
 * order.
 */
public final class LineOptions {
    private static final List<String> WORDS = List.of("general-numeric", "human-numeric", "month", "numeric", "version");
    private static final String LETTERS_OF_WORDS = "ghMnV";
    private static final List<String> LAST_COUNTS = List.of(
            "--check", "--buffer-size", "--temporary-directory", "--parallel", "--batch-size", "--files0-from");

    @SuppressWarnings("UnusedVariable") // picocli shows the help.
    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    private boolean help;

    @SuppressWarnings("UnusedVariable") // picocli shows the version.
    @Option(names = "--version", versionHelp = true, description = "Shows the version.")
    private boolean programVersion;

    @Option(names = {"-b", "--ignore-leading-blanks"}, description = "Ignores blanks before keys.")
    private boolean blanks;

    @Option(names = {"-d", "--dictionary-order"}, description = "Compares blanks, letters and digits only.")
    private boolean dictionary;

    @Option(names = {"-f", "--ignore-case"}, description = "Compares lower case letters as upper case letters.")
    private boolean fold;

    @Option(names = {"-g", "--general-numeric-sort"}, description = "Compares numbers with exponents.")
    private boolean general;

    @Option(names = {"-h", "--human-numeric-sort"}, description = "Compares numbers with units, such as 2K and 1G.")
    private boolean human;

    @Option(names = {"-i", "--ignore-nonprinting"}, description = "Compares printable characters only.")
    private boolean printable;

    @Option(names = {"-M", "--month-sort"}, description = "Compares names of months; other text comes before JAN.")
    private boolean month;

    @Option(names = {"-n", "--numeric-sort"}, description = "Compares decimal numbers of any length.")
    private boolean numeric;

    @Option(names = {"-r", "--reverse"}, description = "Sorts in descending order.")
    private boolean reverse;

    @Option(names = {"-V", "--version-sort"}, description = "Compares numbers of versions.")
    private boolean version;

    @Option(
            names = "--sort",
            paramLabel = "WORD",
            description = "The same as -g, -h, -M, -n or -V: general-numeric, human-numeric, month, numeric or version.")
    private String word;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "KEY",
            description = "N[.C][LETTERS][,M[.C][LETTERS]]: compares field N from character C on to field M, or to the end of the line."
                    + " LETTERS are some of the options bdfghiMnrV; a key without letters has those of the command. Further keys"
                    + " order lines that are equal so far.")
    private List<String> keys = new ArrayList<>();

    @Option(
            names = {"-t", "--field-separator"},
            paramLabel = "CHARACTER",
            description = "The character between fields; \\0 is a zero byte. By default, a field begins with the blanks before it.")
    private String separator;

    @Option(names = {"-s", "--stable"}, description = "Leaves lines with equal keys in their order.")
    private boolean stable;

    @Option(names = {"-z", "--zero-terminated"}, description = "Lines end with a zero byte.")
    private boolean zero;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether an option was given that has another meaning for other commands. */
    public boolean mayMeanHelp() {
        return human || version;
    }

    /**
     * Returns a sorter of lines in this order.
     *
     * @throws ParameterException if an option is not valid
     */
    public FileSorter sorter() {
        refuseContradictions();
        try {
            FileSorter sorter = FileSorter.lines().letters(letters());
            sorter = reverse ? sorter.descending() : sorter;
            sorter = stable ? sorter.stable() : sorter;
            sorter = zero ? sorter.zeroTerminated() : sorter;
            sorter = separator == null ? sorter : sorter.separator(separatorCharacter());
            for (String key : keys) {
                sorter = sorter.key(FileKey.fields(key));
            }
            return sorter;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Refuses options that are given twice with different values, as GNU sort does. Keys add up, and of some options the last one counts. */
    private void refuseContradictions() {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            List<String> values = option.originalStringValues().stream().distinct().toList();
            if (values.size() > 1 && !option.isMultiValue() && !LAST_COUNTS.contains(option.longestName())) {
                throw new ParameterException(spec.commandLine(),
                        "'" + option.longestName() + "' is given with '" + values.getFirst()
                                + "' and with '" + values.get(1) + "'; leave out one of them");
            }
        }
    }

    private String letters() {
        StringBuilder letters = new StringBuilder();
        boolean[] given = {blanks, dictionary, fold, general, human, printable, month, numeric, version};
        for (int i = 0; i < given.length; i++) {
            letters.append(given[i] ? "bdfghiMnV".substring(i, i + 1) : "");
        }
        if (word != null) {
            int index = WORDS.indexOf(word);
            if (index < 0) {
                throw new ParameterException(
                        spec.commandLine(), "Invalid value for option '--sort': expected one of " + String.join(", ", WORDS)
                                + ", found '" + word + "'");
            }
            letters.append(LETTERS_OF_WORDS.charAt(index));
        }
        return letters.toString();
    }

    private char separatorCharacter() {
        String character = separator.equals("\\0") ? "\0" : separator;
        if (character.length() != 1 || character.charAt(0) > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "Invalid value for option '-t': expected one ASCII character, found '" + separator + "'");
        }
        return character.charAt(0);
    }
}
