package io.github.tornadosort.stage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Several stages that run one after the other in one graph: one launch on the host, and nothing to hand over between them. An array that
 * one stage writes and a later one reads stays on the device.
 *
 * <pre>{@code
 * Chain chain = Chain.builder("chain", "produce")
 *         .then(SelectStage.builder("select").flags(flags).select(keys, selected).count(count))
 *         .then(ScanStage.builder("scan").length(count).sums(selected, sums))
 *         .build();
 * }</pre>
 */
public final class Chain extends Stage {
    private Chain(StageTasks tasks) {
        super(tasks);
    }

    /**
     * Returns a builder for a chain of stages that takes its inputs from another graph.
     *
     * @param name name of the graph, different from all other names in the plan
     * @param producer name of the graph that leaves the inputs on the device
     * @return a builder, which needs stages
     */
    public static Builder builder(String name, String producer) {
        return new Builder(name, producer);
    }

    /**
     * Returns a builder for a chain that copies its inputs from the host in each run.
     *
     * @param name name of the graph, different from all other names in the plan
     * @return a builder, which needs stages
     */
    public static Builder builder(String name) {
        return new Builder(name, null);
    }

    /** Builds a {@link Chain}. */
    public static final class Builder extends PartBuilder<Chain, Builder> {
        private final List<PartBuilder<?, ?>> parts = new ArrayList<>();

        private Builder(String name, String producer) {
            super(name, producer, Chain::new);
        }

        /**
         * Adds a stage that runs after those added before. Its builder has only a name and its arrays; device, copies to the host and
         * CUDA graphs are those of the chain.
         *
         * @param part the builder of a stage
         * @return this builder
         */
        public Builder then(PartBuilder<?, ?> part) {
            parts.add(part);
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            if (parts.isEmpty()) {
                throw new IllegalStateException("chain " + name() + " needs stages");
            }
            Set<String> names = new HashSet<>();
            for (PartBuilder<?, ?> part : parts) {
                if (!names.add(part.name())) {
                    throw new IllegalArgumentException(
                            "two stages named " + part.name() + " in chain " + name() + "; give each its own name");
                }
                part.addTo(tasks);
            }
        }
    }
}
