/** What the tests of several modules share. */
package io.github.tornadosort.testing;
