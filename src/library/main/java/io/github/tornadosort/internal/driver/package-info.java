/** Calls of drivers, which end when the JVM shuts down, and messages about drivers that fail. Any package may use it. */
package io.github.tornadosort.internal.driver;
