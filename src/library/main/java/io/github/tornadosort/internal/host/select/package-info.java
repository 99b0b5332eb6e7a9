/** The first keys of the sorted order. */
package io.github.tornadosort.internal.host.select;
