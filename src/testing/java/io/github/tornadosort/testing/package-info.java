/** Test helpers that the tests of all modules share. They use no class of this project. */
package io.github.tornadosort.testing;
