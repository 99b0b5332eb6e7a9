/**
 * The building blocks of TaskGraphs: {@linkplain io.github.tornadosort.stage.ScanStage scan},
 * {@linkplain io.github.tornadosort.stage.SelectStage select} and others. Data stays in TornadoVM's native arrays on the
 * device. A {@link io.github.tornadosort.stage.Stage} is a graph of the caller's plan; a
 * {@link io.github.tornadosort.stage.Chain} runs several stages in one graph. A number that a stage finds, for example of
 * selected elements, is in an array on the device, from which the next stage takes its length.
 */
@NullMarked
package io.github.tornadosort.stage;

import org.jspecify.annotations.NullMarked;
