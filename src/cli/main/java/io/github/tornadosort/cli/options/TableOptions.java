package io.github.tornadosort.cli.options;

import io.github.tornadosort.files.internal.io.KeyFormat;
import io.github.tornadosort.files.internal.io.RowFile;
import io.github.tornadosort.files.internal.table.Dialect;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.files.internal.table.TableSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options for tables of delimited text: CSV, TSV and others. */
public final class TableOptions {
    private static final String TAB = "\t";
    /** What GNU sort takes as a key: numbers of fields, with letters. */
    private static final Pattern KEY_OF_LINES =
            Pattern.compile("[0-9]+([.][0-9]+)?[bdfghiMnrRV]*(,[0-9]+([.][0-9]+)?[bdfghiMnrRV]*)?");

    @Option(
            names = {"-t", "--delimiter"},
            paramLabel = "CHAR",
            description = "Character between the fields of a row of a table. Default: a tab for .tsv and .tab, otherwise a comma.")
    private String delimiter;

    @Option(
            names = "--header",
            negatable = true,
            description = "Whether the first row of a table has the names of the columns, and stays the first. Default: it has.")
    private Boolean header;

    @Option(
            names = "--no-quotes",
            description = "Reads quotes of a table as any other characters: no field can contain a delimiter or a line end.")
    private boolean noQuotes;

    @Option(
            names = "--nulls",
            paramLabel = "first|last",
            description = "Whether rows with an empty key come first or last, whatever the direction of the key. Default: last.")
    private String nulls;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /** Returns whether an option was given. */
    public boolean areGiven() {
        return delimiter != null || header != null || noQuotes || nulls != null;
    }

    /** Returns whether the name of a file is that of a table of delimited text. */
    private static boolean isText(Path file) {
        return switch (extension(file)) {
            case "csv", "tsv", "tab" -> true;
            default -> false;
        };
    }

    /**
     * Returns whether a file is a table: the name of the file says so, or else a key or an option of tables.
     *
     * @param keys the values of {@code --key}, which are not those of records
     */
    public boolean isTable(Path file, List<String> keys, KeyFileOptions options) {
        boolean named = !options.hasType() && !options.formats().isGiven() && isText(file);
        return named || !keys.isEmpty() || areGiven();
    }

    private boolean nullsFirst() {
        if (nulls != null && !nulls.equals("first") && !nulls.equals("last")) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--nulls': expected first or last, found '" + nulls + "'");
        }
        return "first".equals(nulls);
    }

    /**
     * Returns the table that these options describe.
     *
     * @param keys the values of {@code --key}
     * @param descending the direction of keys without one
     * @param unique whether only the first of rows with equal keys is wanted
     * @throws ParameterException if an option is not valid
     */
    public TableSpec of(Path file, List<String> keys, boolean descending, boolean unique) {
        if (keys.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--key=COLUMN[:TYPE][:DIRECTION]'");
        }
        if (!areGiven() && !isText(file)) {
            keys.stream().filter(key -> KEY_OF_LINES.matcher(key).matches()).findFirst().ifPresent(key -> {
                throw new ParameterException(
                        spec.commandLine(),
                        "'--key " + key + "' may be a key of lines: add '--type text' to sort lines, or '--delimiter'"
                                + " to sort a table");
            });
        }
        try {
            List<TableKey> parsed = new ArrayList<>();
            for (String key : keys) {
                parsed.add(TableKey.of(key, descending));
            }
            return new TableSpec(new Dialect(delimiter(file), !noQuotes), header, nullsFirst(), parsed, unique);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "Invalid value for an option of a table: " + e.getMessage(), e);
        }
    }

    /**
     * Checks the name of the output of a table of delimited text: rows are copied as they are.
     *
     * @throws ParameterException if it is the name of another format, or of a table with another delimiter
     */
    public void checkOutput(Path input, Path output) {
        boolean isRaw = extension(output).equals("bin") || extension(output).equals("raw");
        if (isRaw || RowFile.isNamedBinary(output)) {
            throw otherName(output, "a table of text, which would be written to it");
        }
        if (delimiter == null && isText(output) && delimiter(output) != delimiter(input)) {
            throw otherName(output, "a table with " + (delimiter(input) == '\t' ? "tabs" : "commas")
                    + ", and rows are copied as they are; use another name, or add '--delimiter' to keep these");
        }
    }

    private ParameterException otherName(Path output, String what) {
        return new ParameterException(
                spec.commandLine(), output + ": the extension ." + extension(output) + " is not that of " + what);
    }

    private byte delimiter(Path file) {
        String chosen = delimiter;
        if (chosen == null) {
            chosen = isText(file) && extension(file).startsWith("t") ? TAB : ",";
        } else if (chosen.equals("\\t")) {
            chosen = TAB;
        }
        return chosen.length() == 1 && chosen.charAt(0) <= Byte.MAX_VALUE ? (byte) chosen.charAt(0) : 0;
    }

    private static String extension(Path file) {
        return KeyFormat.extension(file).toLowerCase(Locale.ROOT);
    }
}
