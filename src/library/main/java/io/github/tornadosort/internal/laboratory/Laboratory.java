package io.github.tornadosort.internal.laboratory;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The algorithms of the artifact {@code tornado-sort-laboratory}, a service that {@link ServiceLoader} finds if the jar is
 * there. No default sort needs it. What it offers is in {@code PlanFactory}, which each provider implements.
 */
public interface Laboratory {
    /** The Maven coordinates of the artifact, without its version, which is that of the library. */
    String ARTIFACT = "io.github.tornadosort:tornado-sort-laboratory";

    /** Returns the laboratory if its jar is beside the library's. */
    static Optional<Laboratory> find() {
        return ServiceLoader.load(Laboratory.class, Laboratory.class.getClassLoader()).findFirst();
    }

    /**
     * Returns the laboratory for an algorithm.
     *
     * @throws IllegalArgumentException if the jar is missing; the message names the artifact
     */
    static Laboratory require(String algorithm) {
        return find().orElseThrow(() -> new IllegalArgumentException("the algorithm " + algorithm + " is in the artifact "
                + ARTIFACT + ", which is not on the class path: add it there, in the version of tornado-sort"));
    }
}
