package io.github.tornadosort.cli.options;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.CsvFormat;
import io.github.tornadosort.files.FileKey;
import io.github.tornadosort.files.FileSorter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for tables of delimited text and the order of their rows. */
public final class CsvOptions {
    private static final String TAB = "\t";

    /** A column, a type and a direction. */
    private static final Pattern KEY = Pattern.compile(
            "(.*?)(?::(text|decimal|" + Stream.of(KeyType.values()).map(KeyType::label).collect(Collectors.joining("|"))
                    + "))?(?::(asc|desc)(?:ending)?)?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    @Option(
            names = {"-k", "--key"},
            required = true,
            paramLabel = "COLUMN[:TYPE][:DIRECTION]",
            description = "The number of a column from 1 on, or its name, in quotes if that is a number. TYPE is text, decimal or a type"
                    + " of keys; by default, it is guessed from the first rows. DIRECTION is ascending or descending. Further keys"
                    + " order rows whose first keys are equal.")
    private List<String> keys;

    @Option(names = {"-r", "--descending", "--reverse"},
            description = "Sorts in descending order by keys without a direction.")
    private boolean descending;

    @Option(
            names = {"-t", "--delimiter"},
            paramLabel = "CHAR",
            description = "Character between the fields of a row. Default: a tab for .tsv and .tab, otherwise a comma.")
    private String delimiter;

    @Option(
            names = "--header",
            negatable = true,
            description = "Whether the first row has the names of the columns, and stays the first. Default: it has.")
    private Boolean header;

    @Option(
            names = "--no-quotes",
            description = "Reads quotes as any other characters: no field can contain a delimiter or a line end.")
    private boolean noQuotes;

    @Option(
            names = "--nulls",
            paramLabel = "first|last",
            description = "Whether rows with an empty key come first or last, whatever the direction of the key. Default: last.")
    private String nulls;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * Returns a sorter of tables in this order.
     *
     * @throws ParameterException if an option is not valid
     */
    public FileSorter sorter(Path file) {
        try {
            CsvFormat format = CsvFormat.COMMAS.withDelimiter(delimiter(file));
            format = header == null ? format : header ? format.withHeader() : format.withoutHeader();
            format = noQuotes ? format.withoutQuotes() : format;
            FileSorter sorter = FileSorter.csv(nullsFirst() ? format.withNullsFirst() : format);
            for (String key : keys) {
                sorter = sorter.key(key(key));
            }
            return descending ? sorter.descending() : sorter;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "Invalid value for an option of a table: " + e.getMessage(), e);
        }
    }

    private boolean nullsFirst() {
        if (nulls != null && !nulls.equals("first") && !nulls.equals("last")) {
            throw new IllegalArgumentException("'--nulls': expected first or last, found '" + nulls + "'");
        }
        return "first".equals(nulls);
    }

    /**
     * Parses a key. A type and a direction are recognized only at the end, so that a column's name may contain colons. A column
     * whose name ends with a type or a direction needs both: {@code a:descending:text:ascending}.
     *
     * @throws IllegalArgumentException if there is no column; the message is one line
     */
    static FileKey key(String text) {
        Matcher parts = KEY.matcher(text);
        if (!parts.matches() || List.of("", "\"\"").contains(parts.group(1))) {
            throw new IllegalArgumentException("expected COLUMN[:TYPE][:DIRECTION], found '" + text + "'");
        }
        String type = parts.group(2) == null ? "" : parts.group(2).toLowerCase(Locale.ROOT);
        FileKey column = column(parts.group(1));
        FileKey key =
                switch (type) {
                    case "" -> column;
                    case "text" -> column.text();
                    case "decimal" -> column.decimal();
                    default -> column.type(KeyType.of(type));
                };
        String direction = parts.group(3);
        return direction == null ? key : direction.equalsIgnoreCase("desc") ? key.descending() : key.ascending();
    }

    private static FileKey column(String column) {
        boolean isQuoted = column.matches("(?s)\".+\"");
        String name = isQuoted ? column.substring(1, column.length() - 1).replace("\"\"", "\"") : column;
        if (isQuoted || !name.matches("[0-9]+")) {
            return FileKey.column(name);
        }
        // 10^9 columns do not exist.
        return FileKey.column(name.matches("0*[0-9]{1,9}") ? Integer.parseInt(name) : Integer.MAX_VALUE);
    }

    /**
     * Checks the name of an output: rows are copied as they are.
     *
     * @throws ParameterException if it is the name of a table with another delimiter
     */
    public void requireSameDelimiter(Path input, Path output) {
        if (delimiter == null && isTable(output) && delimiter(output) != delimiter(input)) {
            throw new ParameterException(
                    spec.commandLine(), output + ": the extension is not that of a table with "
                            + (delimiter(input) == '\t' ? "tabs" : "commas")
                            + ", and rows are copied as they are; use another name, or add '--delimiter' to keep these");
        }
    }

    private char delimiter(Path file) {
        if (delimiter == null) {
            return isTable(file) && !name(file).endsWith("csv") ? '\t' : ',';
        }
        String chosen = delimiter.equals("\\t") ? TAB : delimiter;
        return chosen.length() == 1 ? chosen.charAt(0) : '\n'; // is refused
    }

    private static boolean isTable(Path file) {
        return name(file).matches(".+[.](csv|tsv|tab)");
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).replaceFirst("[.](gz|zst)$", "");
    }
}
