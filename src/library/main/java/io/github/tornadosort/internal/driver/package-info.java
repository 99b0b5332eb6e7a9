/** Messages about drivers that fail. Any package may use it; it uses the JDK alone. */
package io.github.tornadosort.internal.driver;
