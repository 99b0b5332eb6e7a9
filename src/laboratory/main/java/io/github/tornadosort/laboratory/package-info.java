/**
 * What the laboratory adds for programs: {@link io.github.tornadosort.laboratory.ComparisonSort} sorts by a caller's own
 * {@linkplain io.github.tornadosort.laboratory.Less comparison}. The sorting algorithms of the papers need no class of this package:
 * programs name a constant of {@link io.github.tornadosort.Algorithm}.
 */
@NullMarked
package io.github.tornadosort.laboratory;

import org.jspecify.annotations.NullMarked;
