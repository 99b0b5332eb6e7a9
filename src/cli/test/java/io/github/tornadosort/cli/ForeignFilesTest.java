package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that files with the extension or the magic number of another format are read as raw rows only with --format raw. */
class ForeignFilesTest {
    @TempDir
    Path folder;

    private Path zeros(String name) throws IOException {
        return Files.write(folder.resolve(name), new byte[32]);
    }

    private Object[] words(String line) {
        return Arrays.stream(line.split(" ")).map(word -> word.contains(".") ? folder.resolve(word) : word).toArray();
    }

    private static String nameRefused(Path file, String extension) {
        return "tornado-sort: " + file + ": the extension " + extension
                + " does not determine the format: expected"
                + " .npy, .txt, .bin, .raw or no extension, or --format raw, npy or text";
    }

    @ParameterizedTest
    @ValueSource(strings = {".csv", ".json", ".tgz", ".dat", ".CSV", ".npy.xz", ".parquet", ".1"})
    void rejectsUnknownExtensions(String ending) throws IOException {
        Path input = zeros("a" + ending);
        String extension = ending.substring(ending.lastIndexOf('.'));

        CommandRun run = Program.run("sort", input, "-o", folder.resolve("out"), "--type", "int32");

        assertThat(run).matches(found -> found.status() == 2 && found.err().startsWith(nameRefused(input, extension)));
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(Program.run("sort", input, "-o", folder.resolve("out"), "--type", "int32", "--format", "raw"))
                .isEqualTo(new CommandRun(0, "", ""));
    }

    /** In each line, the file a.csv is rejected. The files b.bin and b.txt exist. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort b.bin -o a.csv --type int32",
                "sort a.csv -o b.bin --type int32 --head 1",
                "argsort a.csv -o out.bin --type int32",
                "argsort b.bin -o a.csv --type int32",
                "sort --merge a.csv b.bin -o out.bin --type int32",
                "sort --merge b.bin a.csv -o out.bin --type int32",
                "sort --merge b.bin b.bin -o a.csv --type int32",
                "verify a.csv b.bin --type int32",
                "verify b.bin a.csv --type int32",
                "generate -n 3 -o a.csv --type int32",
                "sort b.bin -o a.csv --type int32 --values b.bin -v v.bin",
            })
    void everyCommandRejectsThem(String line) throws IOException {
        zeros("a.csv");
        zeros("b.bin");
        Files.writeString(folder.resolve("b.txt"), "0\n8\n");

        CommandRun run = Program.run(words(line));

        String command = line.substring(0, line.indexOf(' '));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith(nameRefused(folder.resolve("a.csv"), ".csv"))
                .endsWith(" (see 'tornado-sort " + command + " --help')\n");
        assertThat(folder.resolve("a.csv")).hasBinaryContent(new byte[32]);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.csv", "b.bin", "b.txt");
    }

    private static byte[] startingWith(String hex, String tail) {
        byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(hex), 48);
        byte[] end = tail.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(end, 0, bytes, bytes.length - end.length, end.length);
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({
        "934E554D5059,'',a .npy file", "1F8B0800,'',a gzip file", "1F8B081F,'',a gzip file",
        "504B0304,'',a zip file", "504B0506,'',a zip file",
        "504152310000,PAR1,'a Parquet file; convert it to .csv, for example by DuckDB or pyarrow'",
        "4152524F5731,'','an Arrow file; convert it to .csv, for example by DuckDB or pyarrow'",
        "28B52FFD,'',a zstd file", "FD377A585A00,'',an xz file", "425A6839314159265359,'',a bzip2 file",
        "04224D18,'',an LZ4 file", "4F626A01,'',an Avro file", "894844460D0A1A0A,'',an HDF5 file",
    })
    void rejectsMagicNumbersOfOtherFormats(String magic, String tail, String what) throws IOException {
        Path input = Files.write(folder.resolve("a.bin"), startingWith(magic, tail));
        Path other = Files.write(folder.resolve("b"), new byte[48]);
        Path out = folder.resolve("out");
        String hint = what.startsWith("a .npy")
                ? "--format npy reads it, --format raw reads its bytes as they are"
                : "--format raw reads its bytes as they are";
        CommandRun keys = new CommandRun(
                1, "", "tornado-sort: " + input + ": byte 0: expected raw int32 keys, found " + what + " (" + hint + ")\n");

        assertThat(Program.run("sort", input, "-o", out, "--type", "int32")).isEqualTo(keys);
        assertThat(Program.run("verify", other, input, "--type", "int32")).isEqualTo(keys);
        assertThat(Program.run("sort", "--merge", other, input, "-o", out, "--type", "int32")).isEqualTo(keys);
        assertThat(Program.run("argsort", input, "-o", out, "--type", "int32")).isEqualTo(keys);
        assertThat(Program.run("sort", other, "-o", out, "--type", "int32", "--values", input, "-v", folder.resolve("v"))
                .err()).isEqualTo("tornado-sort: " + input + ": byte 0: expected raw values, found " + what
                        + " (--format raw reads its bytes as they are)\n");
        assertThat(out).doesNotExist();

        assertThat(Program.run("sort", input, "-o", out, "--type", "int32", "--format", "raw").status()).isZero();
        assertThat(Program.run("sort", other, "-o", out, "--type", "int32", "--values", input, "-v", folder.resolve("v"),
                "--format", "raw").status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1F8B08E0,''", "1F8B0900,''", "504152310000,''", "504152310000,PAR2", "504B0708,''", "934E554D5058,''", "000000,PAR1"
    })
    void keysThatOnlyResembleOtherFormatsAreSorted(String magic, String tail) throws IOException {
        Path input = Files.write(folder.resolve("a.bin"), startingWith(magic, tail));

        assertThat(Program.run("sort", input, "-o", folder.resolve("out"), "--type", "int32"))
                .isEqualTo(new CommandRun(0, "", ""));
    }
}
