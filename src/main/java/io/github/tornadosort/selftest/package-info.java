/** Whether devices sort rightly: what is tested before the first sort on one, and what is remembered of it. */
package io.github.tornadosort.selftest;
