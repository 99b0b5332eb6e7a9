/** The command that checks the JDK, the SDK, the drivers and the devices. */
package io.github.tornadosort.cli.doctor;
