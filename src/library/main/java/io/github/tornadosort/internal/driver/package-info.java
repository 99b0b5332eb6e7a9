/** Messages about drivers that fail, and memory that a driver pins. Any package may use it; it uses the JDK alone. */
package io.github.tornadosort.internal.driver;
