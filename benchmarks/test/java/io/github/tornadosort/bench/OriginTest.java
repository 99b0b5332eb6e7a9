package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OriginTest {
    @AfterEach
    void noProperty() {
        System.clearProperty(Origin.COMMIT_PROPERTY);
    }

    @Test
    void aPropertyNamesTheCommit() throws IOException {
        assertThatThrownBy(() -> Origin.here(null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the commit is not known")
                .hasMessageContaining("-D" + Origin.COMMIT_PROPERTY + "=COMMIT");

        System.setProperty(Origin.COMMIT_PROPERTY, "abc-dirty");
        Origin origin = Origin.here(null);

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
