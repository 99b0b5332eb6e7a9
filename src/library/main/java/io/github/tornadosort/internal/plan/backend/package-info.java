/**
 * What differs between TornadoVM's backends. {@link Backend} has a property for each difference, with its reason; other
 * packages ask for the property, not for the name of the backend. Kernels are the same on all backends: how they avoid the
 * faults of a compiler is said where they do.
 *
 * <p>Any package that runs something on a device may use this package. It uses {@code internal.memory} and the value types of
 * the public API.
 */
package io.github.tornadosort.internal.plan.backend;
