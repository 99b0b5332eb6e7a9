import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplingTest {
    /** The example compares its tokens with those of the host. */
    @Test
    void drawsTheTokensOfTheHost() {
        for (String[] arguments : new String[][] {{"2"}, {"1", "1"}, {"3", "300", "2.0", "0.5"}, {"2", "20", "0.1", "1.0"}}) {
            assertThatCode(() -> Sampling.main(arguments)).as(String.join(" ", arguments)).doesNotThrowAnyException();
        }
    }

    /** With p near 0, only the largest logit remains; without a limit, the last of the k tokens is drawn too. */
    @Test
    void obeysTopP() throws Exception {
        int largest = IntStream.range(0, Sampling.LOGITS).boxed()
                .reduce((a, b) -> Sampling.logit(b) > Sampling.logit(a) ? b : a).orElseThrow();
        float[] last = {0.999999f};
        assertThat(Sampling.tokens(1, 50, 1.0f, 1e-6f, last)).containsExactly(largest);
        assertThat(Sampling.tokens(1, 50, 1.0f, 1.0f, last)).doesNotContain(largest);
        assertThat(Sampling.distance(largest, 0, 50, 1.0, 1.0, 0.999999)).isGreaterThan(0.5);
    }
}
