/** Sorts within segments. */
package io.github.tornadosort.internal.host.segments;
