/**
 * What operations of a sorter are compared with: keys of every type, the order that the JDK's stable sort gives them by plain comparators,
 * and each operation with the check of its result. The package shares no code with the sorts that it checks.
 */
package io.github.tornadosort.reference;
