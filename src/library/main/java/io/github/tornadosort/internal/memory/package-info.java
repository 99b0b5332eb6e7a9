/**
 * Host memory whose size grows with the caller's data. The value types of the public API allocate here too, so this package
 * uses no other of this library.
 */
package io.github.tornadosort.internal.memory;
