package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code sort} of tables of delimited text. */
@Tag("slow")
class TableSortTest {
    private static final String FRUIT = "name,price\npear,2.5\nfig,10\napple,2.5\n";

    @TempDir
    Path folder;

    private CommandRun run(String name, String text, Object... options) throws IOException {
        Path input = folder.resolve(name);
        Files.write(input, text.getBytes(ISO_8859_1));
        Files.writeString(folder.resolve("sorted"), "old");
        List<Object> words = new ArrayList<>(List.of("csv", input, "-o", folder.resolve("sorted")));
        words.addAll(List.of(options));
        return Program.run(words.toArray());
    }

    private String sort(String name, String text, Object... options) throws IOException {
        CommandRun run = run(name, text, options);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        return Files.readString(folder.resolve("sorted"), ISO_8859_1);
    }

    private void assertRefused(String text, String message, Object... options) throws IOException {
        CommandRun run = run("table.csv", text, options);
        run.assertRefused(1, folder.resolve("table.csv") + ": " + message);
        assertThat(folder.resolve("sorted")).hasContent("old");
        assertThat(folder.toFile().list()).noneMatch(file -> file.startsWith("."));
    }

    @Test
    void rowsAreSortedBySeveralKeys() throws IOException {
        assertThat(sort("a.csv", FRUIT, "--key", "name")).isEqualTo("name,price\napple,2.5\nfig,10\npear,2.5\n");
        assertThat(sort("a.csv", FRUIT, "--key", "price", "--key", "name"))
                .isEqualTo("name,price\napple,2.5\npear,2.5\nfig,10\n");
        assertThat(sort("a.csv", FRUIT, "--key", "price:float64:descending", "--key", "name:descending"))
                .isEqualTo("name,price\nfig,10\npear,2.5\napple,2.5\n");
        assertThat(sort("a.csv", FRUIT, "--key", "price:text")).isEqualTo("name,price\nfig,10\npear,2.5\napple,2.5\n");
        assertThat(sort("a.csv", FRUIT, "--key", "2")).as("stable").isEqualTo("name,price\npear,2.5\napple,2.5\nfig,10\n");
        assertThat(sort("a.csv", FRUIT, "-k", "2", "-k", "1:asc", "--descending"))
                .isEqualTo("name,price\nfig,10\napple,2.5\npear,2.5\n");
    }

    @Test
    void aMessageSaysWhatWasGuessed() throws IOException {
        Path file = folder.resolve("a.csv");
        assertThat(run("a.csv", FRUIT, "--key", "price", "--key", "name").err()).isEqualToNormalizingNewlines(
                "tornado-sort: " + file + ": column 2 'price' is decimal, column 1 'name' is text\n");
        assertThat(run("a.csv", FRUIT, "--key", "2:float32").err())
                .isEqualToNormalizingNewlines("tornado-sort: " + file + ": row 1 is the header\n");
        assertThat(run("a.csv", FRUIT, "--key", "price:float64", "--key", "name:text").err()).isEmpty();
        assertThat(run("a.csv", FRUIT, "--header", "--key", "2:float64").err()).isEmpty();
        assertThat(run("a.csv", "\"a\n\u001B[2J\"\nx\n", "--key", "1", "--header").err())
                .isEqualToNormalizingNewlines("tornado-sort: " + file + ": column 1 'a ?[2J' is text\n");
        assertThat(run("a.csv", "3\n1\n", "--no-header", "--key", "1").err())
                .isEqualToNormalizingNewlines("tornado-sort: " + file + ": column 1 is int64\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n;3;1            | n;1;3",
        "n;10;9;-1        | n;-1;9;10",
        "n;10;9.5;-1e1    | n;-1e1;9.5;10",
        "n;10;9;x         | n;10;9;x",
        "n;2d;10d         | n;10d;2d",
        "n;nan;-inf;1     | n;-inf;1;nan",
        "n;;              | n;;",
        "n;10;;9          | n;9;10;",
        "n;0x10;9         | n;0x10;9",
        "n;9223372036854775808;9 | n;9;9223372036854775808",
        "n;2024-10-01;2024-09-30 | n;2024-09-30;2024-10-01",
        "n;+5; 4 ;-3      | n;-3; 4 ;+5",
        "n;.5;0.1;.05;5.;-0 | n;-0;.05;0.1;.5;5.",
        "n;12345678901234567890123;1.00000000000000000001 | n;1.00000000000000000001;12345678901234567890123",
        "n;9007199254740993;9007199254740992;0.5 | n;0.5;9007199254740992;9007199254740993",
        "n;18446744073709551617;18446744073709551616;9 | n;9;18446744073709551616;18446744073709551617",
        "n;1e400;1e399;-1e400 | n;-1e400;1e399;1e400",
    })
    void typesAreGuessed(String text, String sorted) throws IOException {
        assertThat(sort("a.csv", text.replace(';', '\n') + "\n", "--key", "n")).isEqualTo(sorted.replace(';', '\n') + "\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n;9007199254740993;9007199254740992;9007199254740993;.5 | n | n;.5;9007199254740992;9007199254740993",
        "n;1234;01234;1234;7  | n | n;7;01234;1234",
        "n;1234;01234;1234;7  | n:desc | n;01234;1234;7",
        "n;1234;01234;1234;7  | n:int64 | n;7;1234",
        "n;1.0;1;1.00;1;0.5   | n | n;0.5;1;1.0;1.00",
        "n;1.0;1;1.00;1;0.5   | n:decimal | n;0.5;1.0",
        "n;1;\"1\";' 1';\"\";; | n | n;' 1';1;\"\"",
        "n;1;01;x;1           | n | n;01;1;x",
    })
    void aGuessDoesNotMakeRowsEqual(String text, String key, String sorted) throws IOException {
        String table = text.replace(';', '\n').replace("'", "") + "\n";
        assertThat(sort("a.csv", table, "--key", key, "--unique"))
                .isEqualTo(sorted.replace(';', '\n').replace("'", "") + "\n");
        assertThat(Program.run("csv", "-cu", folder.resolve("sorted"), "-t,", "--key", key).status()).isZero();
    }

    /** Texts of numbers tell rows apart, and do not order rows by later keys. */
    @Test
    void laterKeysOrderNumbersThatAreEqual() throws IOException {
        assertThat(sort("a.csv", "n,t\n1,b\n1.0,a\n1,b\n1.0,c\n", "--key", "n", "--key", "t", "--unique"))
                .isEqualTo("n,t\n1.0,a\n1,b\n1.0,c\n");
    }

    /** The last row of the input has no end, and gets one. */
    @ParameterizedTest
    @CsvSource({"0, 1G", "30000, 1G", "30000, 60K"})
    void anEmptyRowIsNotLostAtTheEnd(int rows, String memory) throws IOException {
        for (String end : List.of("\n", "\r\n")) {
            String more = ("1" + end).repeat(rows);
            assertThat(sort("a.csv", "n" + end + end + more + "5", "--key", "n:int8", "--memory", memory))
                    .isEqualTo("n" + end + more + "5" + end + end);
            assertThat(
                    sort("a.csv", "n" + end + end + more + "5", "--key", "n:int8", "--nulls", "first", "--memory", memory))
                    .isEqualTo("n" + end + end + more + "5" + end);
        }
    }

    @Test
    void aByteOrderMarkAloneIsNoRow() throws IOException {
        assertThat(sort("a.csv", "\u00ef\u00bb\u00bf", "--key", "1:text", "--no-header")).isEqualTo("\u00ef\u00bb\u00bf");
    }

    /** The first 10,000 rows do not tell the type. To sort by another one would give another order. */
    @ParameterizedTest
    @ValueSource(strings = {"1G", "60K"})
    void aLaterRowDoesNotChangeTheGuess(String memory) throws IOException {
        StringBuilder text = new StringBuilder("n\n");
        for (int i = 0; i < 30_000; i++) {
            text.append(30_000 - i).append('\n');
        }
        assertRefused(text + "N/A\n",
                "line 30002, column 1 'n': expected an int64 (-9223372036854775808 to 9223372036854775807),"
                        + " found 'N/A'; that is the type of the first rows: state another one by --key COLUMN:TYPE",
                "--key", "n",
                "--memory", memory);
        assertThat(sort("a.csv", text + "0.5\n", "--key", "n:decimal", "--memory", memory)).startsWith("n\n0.5\n1\n2\n");
        assertThat(sort("a.csv", text + "x\n", "--key", "n:text", "--memory", memory)).startsWith("n\n1\n10\n100\n1000\n");
        assertThat(sort("a.csv", "n\n10\n9\n0.5\n", "--key", "n", "--memory", memory)).isEqualTo("n\n0.5\n9\n10\n");
        assertThat(sort("a.csv", "n\n10\n9\nx\n", "--key", "n", "--memory", memory)).isEqualTo("n\n10\n9\nx\n");
        assertRefused(text + "x\n", "line 30002, column 1 'n': expected a float64, found 'x'", "--key", "n:float64",
                "--memory", memory);
    }

    @Test
    void fieldsMayBeQuoted() throws IOException {
        List<String> rows =
                List.of("\"b, c\",1", "\"two\nlines\",2", "plain,3", "\"a \"\"quoted\"\" word\",4", "\"\",5", "5\" disk,6");
        String sorted = IntStream.of(5, 3, 0, 2, 1, 4).mapToObj(rows::get).collect(Collectors.joining("\r\n"));
        assertThat(sort("a.csv", "k,v\r\n" + String.join("\r\n", rows), "--key", "k:text"))
                .isEqualTo("k,v\r\n" + sorted + "\r\n");
        assertThat(sort("a.csv", "v\n\"10\"\n9\n", "--key", "v")).isEqualTo("v\n9\n\"10\"\n");
        assertThat(sort("a.csv", "\"a b\",\"c\"\"d\"\n2,1\n1,2\n", "--key", "c\"d:descending"))
                .isEqualTo("\"a b\",\"c\"\"d\"\n1,2\n2,1\n");
        assertThat(sort("a.csv", "k\n\"b\na\n", "--key", "k", "--no-quotes")).isEqualTo("k\n\"b\na\n");
    }

    /** Names of tables that are split into buckets, and what makes it difficult to split them. */
    private static final Map<String, Function<Random, String>> NAMES = Map.of(
            "random", random -> Integer.toString(random.nextInt(1 << 14), 36),
            "empty", random -> random.nextInt(3) > 0 ? "" : Integer.toString(random.nextInt(1 << 14), 36),
            "half equal", random -> random.nextBoolean() ? "same" : Integer.toString(random.nextInt(1 << 14), 36),
            "quoted", random -> "\"a\n" + Integer.toString(random.nextInt(1 << 14), 36) + "\"",
            "long", random -> Integer.toString(random.nextInt(1 << 14), 36).repeat(random.nextInt(60)));

    /** Half of the rows of this table need more memory than the longest bucket that one core sorts. */
    @ParameterizedTest
    @CsvSource({
        "random, 65536, '\n'", "random, 65536, '\r\n'", "empty, 65536, '\n'", "half equal, 400000, '\n'",
        "quoted, 65536, '\r\n'", "long, 40000, '\n'"
    })
    void longTablesAreSorted(String kind, int count, String end) throws IOException {
        Random random = new Random(4);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(i + "," + NAMES.get(kind).apply(random) + "," + i % 7);
        }
        List<String> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.<String, String>comparing(row -> row.split(",", -1)[1])
                .thenComparing(row -> row.split(",", -1)[2], Comparator.reverseOrder()));
        String table = "id,name,day" + end + String.join(end, rows);
        String[] keys = {"--key", "name:text", "--key", "day:int8:descending", "--nulls", "first"};
        String expected = "id,name,day" + end + String.join(end, sorted);

        assertThat(sort("a.csv", table + end, (Object[]) keys).equals(expected + end)).isTrue();
        assertThat(sort("a.csv", table, (Object[]) keys).equals(expected + end)).as("without an end").isTrue();
        String head = sort("a.csv", table + end, Stream.concat(Stream.of(keys), Stream.of("--head", "30000")).toArray());
        assertThat(head.equals("id,name,day" + end + String.join(end, sorted.subList(0, 30_000)) + end)).isTrue();
        List<String> names = rows.stream().map(row -> row.split(",", -1)[1]).distinct().sorted().toList();
        String distinct = sort("a.csv", table + end, "--key", "name:text", "--nulls", "first", "--unique");
        assertThat(distinct.split(end, -1)).as("header, rows, and nothing").hasSize(1 + names.size() + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "'h\n', 'h\n'",
        "h, h",
        "'h\nb\na', 'h\na\nb\n'",
        "'h\r\nb\r\na', 'h\r\na\r\nb\r\n'",
        "'h\r\nb\r\na\n', 'h\r\na\nb\r\n'",
        "'h\nb\r\na', 'h\na\nb\r\n'",
        "'\u00ef\u00bb\u00bfh\nb\na\n', '\u00ef\u00bb\u00bfh\na\nb\n'",
        "'h\n\u00ff\nz\n\u0080\n', 'h\nz\n\u0080\n\u00ff\n'",
        "'h\n\nb', 'h\nb\n\n'",
        "'h\r\n\r\nb', 'h\r\nb\r\n\r\n'",
    })
    void bytesOfRowsDoNotChange(String text, String sorted) throws IOException {
        assertThat(sort("a.csv", text, "--key", "h")).isEqualTo(sorted);
    }

    /** A CR before the end of the file belongs to its last row, wherever the row comes in the output. */
    @ParameterizedTest
    @ValueSource(strings = {"1G", "60K"})
    void aCarriageReturnAtTheEndOfTheFileIsNotLost(String memory) throws IOException {
        for (int count : new int[] {0, 30_000}) {
            String m = "m\n".repeat(count);
            String windows = "m\r\n".repeat(count);
            for (String[] rows : new String[][] {
                {"h\n" + m + "a\nz\r", "h\na\n" + m + "z\r\n"},
                {"h\n" + m + "z\na\r", "h\na\r\n" + m + "z\n"},
                {"h\n" + m + "\r", "h\n" + m + "\r\n"},
                {"h\r\n" + windows + "a\r\nz\r", "h\r\na\r\n" + windows + "z\r\r\n"},
                {"h\r\n" + windows + "z\r\na\r", "h\r\na\r\r\n" + windows + "z\r\n"},
            }) {
                assertThat(sort("a.csv", rows[0], "--key", "h", "--memory", memory)).isEqualTo(rows[1]);
            }
        }
    }

    @Test
    void zeroBytesAreOrdinary() throws IOException {
        assertThat(sort("a.csv", "h,i\na\1,1\na\0b,1\na\0,2\na,3\na\2,0\n", "--key", "h", "--key", "i"))
                .isEqualTo("h,i\na,3\na\0,2\na\0b,1\na\1,1\na\2,0\n");
        assertThat(sort("a.csv", "h\na\1\na\0b\na\0\na\n", "--key", "h:descending")).isEqualTo("h\na\1\na\0b\na\0\na\n");
    }

    @Test
    void delimitersAreChosen() throws IOException {
        assertThat(sort("a.tsv", "a,b\tc\n2,\t1\n1,\t2\n", "--key", "c:desc")).isEqualTo("a,b\tc\n1,\t2\n2,\t1\n");
        assertThat(sort("a.csv", "a;b\n2;1\n1;2\n", "--delimiter", ";", "--key", "a")).isEqualTo("a;b\n1;2\n2;1\n");
        assertThat(sort("a.txt", "a\tb\n2\t1\n1\t2\n", "-t", "\\t", "-k", "a")).isEqualTo("a\tb\n1\t2\n2\t1\n");
        assertThat(sort("data", "2 1\n1 2\n", "-t", " ", "-k", "1", "--no-header")).isEqualTo("1 2\n2 1\n");
        assertThat(sort("a.CSV", "a,b\n2,1\n1,2\n", "--key", "a")).isEqualTo("a,b\n1,2\n2,1\n");
    }

    @Test
    void aHeaderIsAssumedUnlessItLooksLikeData() throws IOException {
        assertThat(sort("a.csv", "b,x\na,y\n", "--key", "1")).isEqualTo("b,x\na,y\n");
        assertThat(sort("a.csv", "b,x\na,y\n", "--key", "1", "--no-header")).isEqualTo("a,y\nb,x\n");
        assertRefused("2,x\n1,y\n", "line 1, column 1: the first row has a number as the rows below", "--key", "1");
        assertThat(sort("a.csv", "2,x\n1,y\n", "--key", "1", "--header")).isEqualTo("2,x\n1,y\n");
        assertThat(sort("a.csv", "2019,2020\n2,1\n1,2\n", "--key", "\"2019\"")).isEqualTo("2019,2020\n1,2\n2,1\n");
        assertRefused("2019,2020\n2,1\n",
                "line 1: there is no column '2019', the columns are '2019', '2020'; a name that is a number is"
                        + " written in quotes",
                "--key", "2019");
    }

    /** A field of the first row that is a number is no name. */
    @Test
    void aNumberIsAPosition() throws IOException {
        assertThat(sort("a.csv", "z,1\nb,3\na,2\n", "--key", "1")).isEqualTo("z,1\na,2\nb,3\n");
        assertThat(sort("a.csv", "z,1\nb,3\na,2\n", "--key", "1", "--no-header")).isEqualTo("a,2\nb,3\nz,1\n");
        assertThat(sort("a.csv", "\"a\"\"b\",c\n2,3\n1,4\n", "--key", "\"a\"\"b\"")).isEqualTo("\"a\"\"b\",c\n1,4\n2,3\n");
    }

    /** To Excel on old systems, CR ends a row. All rows would be one header. */
    @Test
    void rowsDoNotEndWithReturnsAlone() throws IOException {
        assertRefused("k,v\rb,1\ra,2\r", "line 1, column 2: found a carriage return without a line feed", "--key", "1");
        assertRefused("k\rb\ra", "line 1, column 1: found a carriage return without a line feed", "--key", "1",
                "--no-header");
        assertThat(sort("a.csv", "\"k\rl\",v\r\nb,1\r\na,2", "--key", "2")).isEqualTo("\"k\rl\",v\r\nb,1\r\na,2\r\n");
    }

    /** A mark is no part of the first field, of whatever file it begins. */
    @Test
    void byteOrderMarksAreNoData() throws IOException {
        String mark = "\u00ef\u00bb\u00bf";
        Path one = Files.writeString(folder.resolve("1.csv"), mark + "5,x\n", ISO_8859_1);
        Path other = Files.writeString(folder.resolve("2.csv"), mark + "3,y\n", ISO_8859_1);
        Path output = folder.resolve("out.csv");
        for (String key : new String[] {"1", "1:int8"}) {
            assertThat(Program.run("csv", one, other, "--key", key, "--no-header", "-o", output).status()).isZero();
            assertThat(Files.readString(output, ISO_8859_1)).isEqualTo(mark + "3,y\n5,x\n");
        }
        Files.writeString(one, mark + "\"k\",x\n", ISO_8859_1);
        assertThat(Program.run("csv", one, one, "--key", "1", "--no-header", "-u", "-o", output).status()).isZero();
        assertThat(Files.readString(output, ISO_8859_1)).isEqualTo(mark + "\"k\",x\n");
        Path numbers = Files.writeString(folder.resolve("1.txt"), mark + "5\n4", ISO_8859_1);
        assertThat(Program.run("sort", numbers, "--type", "int8", "-o", folder.resolve("out.txt")).err()).isEmpty();
        assertThat(folder.resolve("out.txt")).hasContent("4\n5\n");
    }

    @Test
    void emptyFieldsComeLastOrFirst() throws IOException {
        String text = "t,n\n,1\nb,\na,2\n\"\",3\n";
        assertThat(sort("a.csv", text, "--key", "t")).isEqualTo("t,n\na,2\nb,\n,1\n\"\",3\n");
        assertThat(sort("a.csv", text, "--key", "t:desc")).isEqualTo("t,n\nb,\na,2\n,1\n\"\",3\n");
        assertThat(sort("a.csv", text, "--key", "t:desc", "--nulls", "first")).isEqualTo("t,n\n,1\n\"\",3\nb,\na,2\n");
        assertThat(sort("a.csv", text, "--key", "n")).isEqualTo("t,n\n,1\na,2\n\"\",3\nb,\n");
        assertThat(sort("a.csv", text, "--key", "n:desc")).isEqualTo("t,n\n\"\",3\na,2\n,1\nb,\n");
        assertThat(sort("a.csv", text, "--key", "n:int8", "--nulls", "first")).isEqualTo("t,n\nb,\n,1\na,2\n\"\",3\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1G", "70K"})
    void optionsChooseRows(String memory) throws IOException {
        StringBuilder text = new StringBuilder("n,row\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(i % 5).append(",r").append(i).append('\n');
        }
        assertThat(sort("a.csv", text.toString(), "--key", "n", "--unique", "--memory", memory))
                .isEqualTo("n,row\n0,r0\n1,r1\n2,r2\n3,r3\n4,r4\n");
        assertThat(sort("a.csv", text.toString(), "--key", "n:desc", "--head", "3", "--memory", memory))
                .isEqualTo("n,row\n4,r4\n4,r9\n4,r14\n");
        assertThat(sort("a.csv", text.toString(), "--key", "n:desc", "--unique", "--head", "2", "--memory", memory))
                .isEqualTo("n,row\n4,r4\n3,r3\n");
        assertThat(sort("a.csv", text.toString(), "--key", "n", "--head", "0", "--memory", memory)).isEqualTo("n,row\n");
        assertThat(sort("a.csv", text + "0,last", "--key", "n:desc", "--unique", "--memory", memory))
                .isEqualTo("n,row\n4,r4\n3,r3\n2,r2\n1,r1\n0,r0\n");
    }

    @Test
    void emptyFilesAreSorted() throws IOException {
        assertThat(sort("a.csv", "", "--key", "1")).isEmpty();
        assertThat(run("a.csv", "", "--key", "2").err()).isEmpty();
        assertThat(sort("a.csv", "", "--key", "1", "--no-header")).isEmpty();
        assertRefused("", "line 1: there is no column 'name', the file is empty", "--key", "name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a,b;1,2;3       | a | line 3: expected 2 fields as in the first row, found 1",
        "a,b;1,2;3,4,5   | a | line 3: expected 2 fields as in the first row, found 3",
        "a,b;1,2;;3,4    | a | line 3: expected 2 fields as in the first row, found 1",
        "a,b;1,2;3,\"4   | a | line 3, column 2 'b': the quote at its start never ends",
        "a,b;1,2;\"3;4,5 | a | line 3, column 1 'a': the quote at its start never ends",
        "a,\"b;1,2;3,4   | a | line 1, column 2: the quote at its start never ends",
        "a,b;\"1\"x,2    | a | line 2, column 1 'a': expected the delimiter or the end of the row after the quoted field, found 'x'",
        "a,b;1,2;3,4     | c | line 1: there is no column 'c', the columns are 'a', 'b'",
        "a,b;1,2;3,4     | 3 | line 1: there is no column '3', the columns are 'a', 'b'",
        "a,b;1,2;3,4     | b:flaot64 | line 1: there is no column 'b:flaot64', the columns are 'a', 'b'",
        "a,b;1,2;3,x     | b:int64 | line 3, column 2 'b': expected an int64 (-9223372036854775808 to 9223372036854775807), found 'x'",
        "a,b;1,2;300,2   | a:int8 | line 3, column 1 'a': expected an int8 (-128 to 127), found 300, which is out of range",
        "a,b;1,2;\"x;y\",1e999 | b:float64 | line 4, column 2 'b': expected a float64, found 1e999, which is out of range",
        "a,b,a;1,2,3     | a | line 1, column 3: repeats the name of column 1; give keys by the numbers of their columns",
        "a,b,a;1,2,3     | b | line 1, column 3: repeats the name of column 1; give keys by the numbers of their columns",
    })
    void badInputIsRefused(String text, String key, String message) throws IOException {
        assertRefused(text.replace(';', '\n') + "\n", message, "--key", key);
    }

    @Test
    void otherBadInputIsRefused() throws IOException {
        assertRefused("1,2\n3,4\n", "line 1: there is no column 'a', columns have numbers from 1 to 2", "--key", "a",
                "--no-header");
        assertRefused("a,b\n1,2\n", "line 1, column 1 'a': is the column of two keys", "--key", "a", "--key", "1:desc");
        assertRefused("\u00ff\u00fea\0,\0", "byte 0: expected text in UTF-8 or another extension of ASCII, found UTF-16",
                "--key", "a");
        assertRefused("a\n" + "b".repeat(100_000) + "\n",
                "line 2: this row of 97.6 KiB needs 9.2 MiB of memory; choose it by --memory",
                "--key", "a", "--memory", "50K");
        assertRefused("a\n\"" + "b,\n".repeat(100_000), "line 2: a quote in this row never ends", "--key", "a", "--memory",
                "50K");
        assertRefused("a\nb\nc\n", "line 2: this row of 2 bytes needs 256.0 KiB of memory", "--key", "a", "--memory", "1");
        assertRefused("b\nc\n", "line 1: this row of 2 bytes needs 256.0 KiB of memory", "--key", "1:text", "--no-header",
                "--memory", "3");
        assertThat(sort("a.csv", "a,b,a\n2,1,3\n1,2,4\n", "--key", "3:int64:desc", "--key", "1"))
                .isEqualTo("a,b,a\n1,2,4\n2,1,3\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "csv @a.csv -o @out                        | Missing required option: '--key=COLUMN[:TYPE][:DIRECTION]'",
        "csv @a.csv -o @out --key ''               | expected COLUMN[:TYPE][:DIRECTION], found ''",
        "csv @a.csv -o @out --key a -t xy          | a delimiter must be one ASCII character",
        "csv @a.csv -o @out --key a -t \u00e9      | a delimiter must be one ASCII character",
        "csv @a.csv -o @out --key a --nulls middle | expected first or last, found 'middle'",
        "csv @a.csv --check --key a -o @q.tsv      | '--merge', '-o' and '--head' cannot be used with '--check'",
        "csv @a.csv -o @q.npy --key a              | q.npy: the extension .npy is not that of text, which would be written to it",
        "csv @a.csv -o @q.npy.gz --key a           | q.npy.gz: the extension .npy is not that of text",
        "csv @a.csv -o @q.csv.xz --key a           | q.csv.xz: the extension .xz is not that of text",
        "csv @a.csv -o @q.tsv --key a              | q.tsv: the extension is not that of a table with commas, and rows are copied as they are",
        "csv @a.tsv -o @q.csv.gz --key a           | q.csv.gz: the extension is not that of a table with tabs",
        "lines @a.csv -o @q.npy          | q.npy: the extension .npy is not that of text, which would be written to it",
        "csv @a.csv -o @q.arrow --key a            | q.arrow: the extension .arrow is not that of text",
    })
    void optionsThatDoNotFitAreRefused(String line, String message) throws IOException {
        Files.writeString(folder.resolve("a.csv"), "a,b\n1,2\n");
        Program.run(CommandRun.words(line, folder)).assertRefused(2, message);
        assertThat(folder.toFile().list()).containsExactly("a.csv");
    }

    /** Writes the files a.csv, b.csv, ... and sorts them together. */
    private CommandRun runAll(List<String> texts, Object... options) throws IOException {
        List<Object> words = new ArrayList<>(List.of("csv", "-o", folder.resolve("sorted")));
        for (int i = 0; i < texts.size(); i++) {
            words.add(Files.writeString(folder.resolve((char) ('a' + i) + ".csv"), texts.get(i), ISO_8859_1));
        }
        words.addAll(List.of(options));
        return Program.run(words.toArray());
    }

    @Test
    void severalFilesHaveOneHeader() throws IOException {
        String[] memories = {"1G", "40K"};
        String rows =
                IntStream.range(0, 3000).mapToObj(i -> "x" + i + "," + (3000 - i) + "\n").collect(Collectors.joining());
        for (String memory : memories) {
            CommandRun run = runAll(
                    List.of("name,n\nb,2\n", "\u00ef\u00bb\u00bf\"name\",n\r\na,1", "", "name,n\n", "name,n",
                            "name,n\n" + rows),
                    "-k", "n:int16", "-k", "name:text", "--memory", memory);
            assertThat(run).isEqualTo(new CommandRun(0, "", ""));
            assertThat(Files.readString(folder.resolve("sorted"), ISO_8859_1))
                    .startsWith("name,n\na,1\nx2999,1\nb,2\nx2998,2\nx2997,3\n").endsWith("x0,3000\n").hasLineCount(3003);
        }
    }

    @Test
    void theFirstFileMayBeEmpty() throws IOException {
        assertThat(runAll(List.of("", "n\n2\n", "n\n1"), "-k", "n:int8")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("sorted")).hasContent("n\n1\n2\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a,b;1,2 | b,a;1,2 | b.csv: line 1: expected the header of FOLDER/a.csv, 'a', 'b', found 'b', 'a'",
        "a,b;1,2 | a;1 | b.csv: line 1: expected the header of FOLDER/a.csv, 'a', 'b', found 'a'",
        "a,b;1,2 | \"a;1,2 | b.csv: line 1, column 1: the quote at its start never ends",
        "a,b;1,2 | a,b;1,2;x,3 | b.csv: line 3, column 1 'a': expected an int8 (-128 to 127), found 'x'",
        "a,b;1,2 | \"a\",b;\"1\",\";\";x,3 | b.csv: line 4, column 1 'a': expected an int8 (-128 to 127), found 'x'",
        "a,b;x,2 | a,b;1,2 | a.csv: line 2, column 1 'a': expected an int8 (-128 to 127), found 'x'",
        "a,b;1,2 | a,b;1 | b.csv: line 2: expected 2 fields as in the first row, found 1",
    })
    void aMessageNamesTheFileAndItsLine(String first, String second, String message) throws IOException {
        Files.writeString(folder.resolve("sorted"), "old");
        for (String memory : new String[] {"1G", "40K"}) {
            String text = first.replace(';', '\n') + "\n" + (first.contains("x") ? "" : "1,2\n".repeat(3000));
            CommandRun run =
                    runAll(List.of(text, second.replace(';', '\n')), "-k", "1:int8", "--header", "--memory", memory);
            run.assertRefused(1, folder + "/" + message.replace("FOLDER", folder.toString()));
            assertThat(folder.resolve("sorted")).hasContent("old");
        }
    }

    @Test
    void aHeaderThatNeverEndsIsRefused() throws IOException {
        CommandRun run = runAll(List.of("a\n1\n", "\"" + "x".repeat(17 << 20)), "-k", "a");
        run.assertRefused(1, "b.csv: line 1: the first row has more than 16777216 bytes; check whether a quote never ends");
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "q.csv", "q.txt", "q.CSV.gz", "q.dat"})
    void anOutputMayHaveTheseNames(String name) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "a\n2\n1\n");
        assertThat(Program.run("csv", file, "--key", "a:int8", "-o", folder.resolve(name)))
                .isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("csv", file, "--key", "a:int8", "-t", ",", "-o", folder.resolve("q.tsv")))
                .isEqualTo(new CommandRun(0, "", ""));
    }
}
