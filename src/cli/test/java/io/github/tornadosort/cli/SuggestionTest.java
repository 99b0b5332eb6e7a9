package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    @ParameterizedTest
    @CsvSource({"'','',0", "a,'',1", "'',ab,2", "sort,sort,0", "srot,sort,1", "sorted,sort,2", "sort,sart,1", "abc,cab,2",
        "sort,merge,4", "ab,ba,1"})
    void countsEdits(String a, String b, int distance) {
        assertThat(Suggestion.distance(a, b)).isEqualTo(distance);
        assertThat(Suggestion.distance(b, a)).isEqualTo(distance);
    }
}
