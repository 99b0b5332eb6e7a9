import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class MoeRoutingTest {
    /** The example compares the tokens of each expert with those of the host. */
    @Test
    void groupsTheTokensByExpert() throws Exception {
        assertThatCode(() -> MoeRouting.main(new String[] {"1000"})).doesNotThrowAnyException();
        assertThatCode(() -> MoeRouting.main(new String[] {"1"})).doesNotThrowAnyException();
        MoeRouting.Routes routes = MoeRouting.route(500);
        assertThat(routes.tokens()).hasSize(1000);
        assertThat(routes.counts()[0]).isGreaterThan(routes.counts()[MoeRouting.EXPERTS - 1]);
    }
}
