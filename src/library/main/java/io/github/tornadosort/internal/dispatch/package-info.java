/**
 * Decides where an operation runs: on the host's cores or on a device, and whether the device is worth its start.
 * {@link Dispatch} answers from the settings, the number of keys and measured costs; {@link DevicePreparation} starts
 * a device while the host sorts. The costs are data of {@code internal.policy}. How the keys are divided into chunks is
 * decided in {@code internal.device}, since that depends on the device's memory.
 *
 * <p>Only the public package uses this one. It uses {@code internal.operation} and {@code internal.policy}.
 */
package io.github.tornadosort.internal.dispatch;
