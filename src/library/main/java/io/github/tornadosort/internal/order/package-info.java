/** Order-preserving words of keys: one codec of key type, direction and bits. */
package io.github.tornadosort.internal.order;
