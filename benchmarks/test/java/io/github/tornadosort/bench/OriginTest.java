package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OriginTest {
    @TempDir
    private Path folder;

    @AfterEach
    void noProperty() {
        System.clearProperty(Origin.COMMIT_PROPERTY);
    }

    private void git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "git", "-C", folder.toString(), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
    }

    @Test
    void namesTheCommitAndWhetherTheCodeHasChanged() throws IOException, InterruptedException {
        Path code = Files.createDirectories(folder.resolve("src")).resolve("Code.java");
        Files.writeString(code, "one");
        Path notes = Files.writeString(folder.resolve("NOTES.md"), "one");
        git("init", "-q");
        git("add", "-A");
        git("commit", "-q", "-m", "one");

        Origin clean = Origin.here(folder, "abacus");
        Files.writeString(notes, "two");
        Origin noted = Origin.here(folder, "abacus");
        Files.writeString(code, "two");
        Origin changed = Origin.here(folder, "abacus");

        assertThat(clean.commit()).matches("[0-9a-f]{12}");
        assertThat(clean.fileName()).isEqualTo("abacus-" + clean.commit() + ".json");
        assertThat(noted.isSame(clean)).isTrue();
        assertThat(changed.commit()).isEqualTo(clean.commit() + "-dirty");
        assertThat(changed.fileName()).isEqualTo("abacus-" + clean.commit() + "-dirty.json");
        assertThat(changed.isSame(clean)).isFalse();
    }

    @Test
    void aPropertyNamesTheCommitWhereThereIsNoGit() throws IOException {
        assertThatThrownBy(() -> Origin.here(folder, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder + ": the commit is not known")
                .hasMessageContaining("-D" + Origin.COMMIT_PROPERTY + "=COMMIT");

        System.setProperty(Origin.COMMIT_PROPERTY, "abc-dirty");
        Origin origin = Origin.here(folder, null);

        assertThat(origin.commit()).isEqualTo("abc-dirty");
        assertThat(origin.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(origin.machine()).isEqualTo(origin.cores() + "-core");
        assertThat(origin.java()).isEqualTo(Runtime.version().toString());
        assertThat(origin.sdk()).isEqualTo("none");
        assertThat(origin.date()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(List.of(origin.cpu(), origin.driver())).noneMatch(String::isBlank);
    }

    @Test
    void theDayMayDiffer() {
        Origin one = Fixture.origin(Fixture.COMMIT, 2);
        Origin later = one.at("2027-01-01T00:00:00Z");

        assertThat(one.isSame(later)).isTrue();
        assertThat(one.isSame(Fixture.origin(Fixture.COMMIT, 3))).isFalse();
        assertThat(Fixture.origin(Fixture.COMMIT, 16, "NVIDIA H200", "x").fileName())
                .isEqualTo("nvidia-h200-" + Fixture.COMMIT + ".json");
    }
}
