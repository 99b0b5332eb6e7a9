/** Loops that the calling thread runs together with helper threads. */
package io.github.tornadosort.internal.threads;
