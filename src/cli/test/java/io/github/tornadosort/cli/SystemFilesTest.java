package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a shell and a system do: closed streams, odd names, files that the system makes up, and limits. */
@Tag("slow")
class SystemFilesTest {
    @TempDir
    Path folder;

    private CommandRun shell(String script) throws IOException, InterruptedException {
        return Shell.run(folder, script);
    }

    /** Files in /proc have 0 bytes, and those in /sys 4,096, whatever they contain. */
    @Test
    void filesWithAWrongSizeAreReadToTheirEnd() throws Exception {
        Path made = Path.of("/proc/self/limits");
        Path device = Path.of("/sys/class/net/lo/mtu");
        assumeTrue(Files.isReadable(made) && Files.isReadable(device), "not Linux");
        CommandRun run = shell("""
                ts lines /proc/self/limits | wc -l
                ts lines </proc/self/limits | wc -l
                ts lines -c /proc/self/limits 2>/dev/null; echo $?
                ts csv -k 1 --no-header -t ' ' /proc/sys/kernel/ostype
                ts lines /sys/class/net/lo/mtu
                ts sort --type int64 --format text </sys/class/net/lo/mtu
                """);

        String lines = Long.toString(Files.readAllLines(made).size());
        String mtu = Files.readString(device).strip();
        assertThat(run.out().lines())
                .containsExactly(lines, lines, "1", Files.readString(Path.of("/proc/sys/kernel/ostype")).strip(),
                        mtu, mtu);
    }

    @Test
    void aClosedStandardStreamIsSaidToBeClosed() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/fdinfo")), "not Linux");
        Files.writeString(folder.resolve("keys"), "dacb");
        CommandRun run = shell("""
                for command in 'lines' 'argsort --type int8' 'lines --files0-from=-'; do
                    ts $command <&- ; echo $?
                done
                ts sort --type int8 keys >&-; echo $?
                ts sort --type int8 keys <&-; echo $?
                """);

        assertThat(run.out()).isEqualTo("2\n2\n2\n2\nabcd0\n");
        assertThat(run.err().lines()).hasSize(4)
                .filteredOn(line -> line.equals("tornado-sort: /dev/stdin: standard input is closed")).hasSize(3);
    }

    /** The user of the program may read what a shell has opened for it, and not the file itself. */
    @Test
    void aRedirectedFileIsNotOpenedAgain() throws Exception {
        Files.writeString(folder.resolve("a.csv"), "k,v\n2,b\n1,a\n");
        CommandRun run = shell("""
                exec 3<a.csv; rm a.csv
                ts lines <&3
                ts csv -k k <&3
                ts csv -k k --check <&3 2>&1
                """);

        assertThat(run.out()).startsWith("1,a\n2,b\nk,v\nk,v\n1,a\n2,b\n").contains("line 3: by its keys");
    }

    @Test
    void namesThatAreNotTextAreRefused() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "2\n1\n");
        CommandRun run = shell("""
                export LC_ALL=C.UTF-8
                name=$(printf 'o\\351.txt')
                cp a.txt "$name"; cp a.txt "$(printf 'o\\357\\277\\275.txt')"
                ts sort a.txt --type int32 -o "$name"; echo $?
                ts sort "$name" --type int32; echo $?
                printf 'a.txt\\0%s\\0' "$name" >list
                ts lines --files0-from=list; echo $?
                printf 'o\\357\\277\\275.txt\\0' >list
                ts lines --files0-from=list; echo $?
                """);

        assertThat(run.out()).isEqualTo("2\n2\n1\n1\n");
        assertThat(run.err().lines()).hasSize(4).allMatch(line -> line.contains("UTF-8, found other bytes"));
        assertThat(Files.readString(folder.resolve("a.txt"), ISO_8859_1)).isEqualTo("2\n1\n");
    }

    @Test
    void filesMayBeMoreThanAProcessMayOpen() throws Exception {
        int files = 300;
        for (int i = 0; i < files; i++) {
            Files.writeString(folder.resolve("f" + i + ".txt"), 1000 + i + "\n" + (2000 + i) + "\n");
            Files.writeString(folder.resolve("f" + i + ".csv"), "n\n" + (1000 + i) + "\n" + (2000 + i) + "\n");
        }
        CommandRun run = shell("""
                ulimit -n 150
                ts lines f*.txt -o lines
                ts lines -m f*.txt -o many
                ts sort --type int32 f*.txt -o keys.txt
                ts lines -m f*.txt --compress-program=zstd -S 1M -o compressed
                ts csv -k n f*.csv -o rows 2>/dev/null
                """);

        assertThat(run.err()).isEmpty();
        String expected = IntStream.concat(IntStream.range(1000, 1000 + files), IntStream.range(2000, 2000 + files))
                .mapToObj(i -> i + "\n").collect(Collectors.joining());
        for (String name : new String[] {"lines", "many", "keys.txt", "compressed"}) {
            assertThat(folder.resolve(name)).hasContent(expected);
        }
        assertThat(folder.resolve("rows")).hasContent("n\n" + expected);
    }
}
