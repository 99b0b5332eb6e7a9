/**
 * Sorts of a column on one device: how keys and values are encoded and copied, sorts in chunks, verification, and the fall-back
 * to the host. Uses compiled plans and the host sorts.
 */
package io.github.tornadosort.internal.device;
