/** The command that checks the JDK, the SDK, the drivers and the devices, and its conformance run. */
package io.github.tornadosort.cli.doctor;
