package io.github.tornadosort;

/** The direction of a sort. */
public enum SortOrder {
    /** Smallest key first; NaNs are last. */
    ASCENDING,
    /** Largest key first; NaNs are first. Equal keys keep their order, as in an ascending sort. */
    DESCENDING
}
