package io.github.tornadosort.stage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Several stages that run one after the other in one graph: one launch on the host, and nothing to hand over between them. An
 * array that one stage writes and a later one reads stays on the device.
 *
 * <pre>{@code
 * Chain chain = Chain.builder("chain").after("produce")
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
     * {@return a builder, which needs stages}
     *
     * @param name name of the graph, different from all other names in the plan
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Builds a {@link Chain}. */
    public static final class Builder extends PartBuilder<Chain, Builder> {
        private final List<PartBuilder<?, ?>> parts = new ArrayList<>();

        private Builder(String name) {
            super(name, Chain::new);
        }

        /**
         * Adds a stage that runs after those added before. Its builder has only a name and its arrays; device, copies to the
         * host and CUDA graphs are those of the chain. {@link #build} refuses a stage with such a setting.
         *
         * @param part the builder of a stage
         * @return this builder
         */
        public Builder then(PartBuilder<?, ?> part) {
            parts.add(Objects.requireNonNull(part, "part"));
            return this;
        }

        @Override
        void addTo(StageTasks tasks) {
            if (parts.isEmpty()) {
                throw new IllegalStateException("chain " + name() + " needs stages");
            }
            if (length() != null) {
                throw new IllegalArgumentException("chain " + name() + " has no length; set those of its stages");
            }
            Set<String> names = new HashSet<>();
            for (PartBuilder<?, ?> part : parts) {
                // Settings may have been made since the part was added.
                if (part.hasSettings()) {
                    throw new IllegalArgumentException("stage " + part.name() + " is a part of chain " + name()
                            + ", which has the device, the graph before, the copies to the host and the CUDA graph");
                }
                if (!names.add(part.name())) {
                    throw new IllegalArgumentException(
                            "two stages named " + part.name() + " in chain " + name() + "; give each its own name");
                }
                part.addTo(tasks);
            }
        }
    }
}
