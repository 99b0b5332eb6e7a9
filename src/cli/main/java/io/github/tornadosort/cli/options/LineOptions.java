package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.FileKey;
import io.github.tornadosort.files.FileSorter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
    /** An option of GNU sort for an order: its letter, which may stand in a key too, its long name, and what it says. */
    private record OrderOption(String letter, String name, String description) {
        /** Returns what {@code --sort} takes for this order. Options that leave out characters have no such word. */
        private String word() {
            return name.endsWith("-sort") ? name.substring(0, name.length() - "-sort".length()) : "";
        }
    }

    private static final List<OrderOption> ORDERS = List.of(
            new OrderOption("b", "ignore-leading-blanks", "Ignores blanks before keys."),
            new OrderOption("d", "dictionary-order", "Compares blanks, letters and digits only."),
            new OrderOption("f", "ignore-case", "Compares lower case letters as upper case letters."),
            new OrderOption("g", "general-numeric-sort", "Compares numbers with exponents."),
            new OrderOption("h", "human-numeric-sort", "Compares numbers with units, such as 2K and 1G."),
            new OrderOption("i", "ignore-nonprinting", "Compares printable characters only."),
            new OrderOption("M", "month-sort", "Compares names of months; other text comes before JAN."),
            new OrderOption("n", "numeric-sort", "Compares decimal numbers of any length."),
            new OrderOption("V", "version-sort", "Compares numbers of versions."));

    private static final List<String> LAST_COUNTS =
            List.of("--buffer-size", "--temporary-directory", "--parallel", "--batch-size", "--files0-from");

    @SuppressWarnings("UnusedVariable") // picocli shows the help.
    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    private boolean help;

    @SuppressWarnings("UnusedVariable") // picocli shows the version.
    @Option(names = "--version", versionHelp = true, description = "Shows the version.")
    private boolean programVersion;

    @Option(names = {"-r", "--reverse"}, description = "Sorts in descending order.")
    private boolean reverse;

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
                    + " order lines whose first keys are equal.")
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

    private CommandSpec spec;

    @Spec(Target.MIXEE)
    void addOrders(CommandSpec command) {
        spec = command;
        ORDERS.forEach(order -> command.addOption(OptionSpec.builder("-" + order.letter, "--" + order.name)
                .type(boolean.class)
                .description(order.description)
                .build()));
    }

    private boolean isGiven(String letter) {
        return Boolean.TRUE.equals(spec.findOption(letter).getValue()); // null if it was not given
    }

    /** Returns whether an option was given that has another meaning for other commands. */
    public boolean mayMeanHelp() {
        return isGiven("h") || isGiven("V");
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
        List<String> words = ORDERS.stream().map(OrderOption::word).filter(text -> !text.isEmpty()).toList();
        if (word != null && !words.contains(word)) {
            throw new IllegalArgumentException("Invalid value for option '--sort': expected one of "
                    + String.join(", ", words) + ", found '" + word + "'");
        }
        return ORDERS.stream()
                .filter(order -> isGiven(order.letter) || order.word().equals(word))
                .map(OrderOption::letter)
                .collect(Collectors.joining());
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
