/**
 * Checks operations of a sorter against the JDK's own sort, with plain comparators: {@code doctor --conformance} and the tests use
 * them. Nothing else depends on this package, and it shares no code with the sorts that it checks.
 */
package io.github.tornadosort.internal.conformance;
