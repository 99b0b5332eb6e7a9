/** The largest keys, the distinct keys and their numbers. */
package io.github.tornadosort.internal.host.select;
