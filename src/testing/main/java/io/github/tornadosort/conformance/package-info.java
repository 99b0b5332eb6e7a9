/**
 * Checks operations of a sorter against the JDK's own sort, with plain comparators: {@code doctor --conformance} and the tests use
 * them. Nothing else depends on this package, and it shares no code with the sorts that it checks. It is in the jar of the command
 * line, and not in the library's.
 */
package io.github.tornadosort.conformance;
