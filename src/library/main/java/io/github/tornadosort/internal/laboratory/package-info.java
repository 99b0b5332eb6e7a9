/**
 * The service by which the artifact {@code tornado-sort-laboratory} adds its algorithms. This package uses no other one, so
 * that {@code Algorithm} can look for the artifact.
 */
package io.github.tornadosort.internal.laboratory;
