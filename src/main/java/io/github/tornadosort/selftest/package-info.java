/** Finds devices, tests them before the first sort on each, and remembers what the tests found. */
package io.github.tornadosort.selftest;
