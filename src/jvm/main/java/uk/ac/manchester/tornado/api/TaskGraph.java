package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task11;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task12;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task13;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task15;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task16;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task17;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task18;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task19;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task20;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task5;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task7;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task8;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task9;
import uk.ac.manchester.tornado.jvm.GraphBuilder;

/**
 * A sequence of tasks, with the arrays to transfer to the device before them and to the host after them. Scalar arguments
 * become constants of the compiled task. Arrays are shared with the task.
 */
public class TaskGraph {

    private final GraphBuilder graph;

    public TaskGraph(String name) {
        graph = new GraphBuilder(name);
    }

    /** Adds a task whose kernel has no arguments. */
    public TaskGraph task(String id, Task code) {
        return add(id, code);
    }

    /** Adds a task of 1 argument. */
    public <T1> TaskGraph task(String id, Task1<T1> code, T1 arg1) {
        return add(id, code, arg1);
    }

    /** Adds a task of 2 arguments. */
    public <T1, T2> TaskGraph task(String id, Task2<T1, T2> code, T1 arg1, T2 arg2) {
        return add(id, code, arg1, arg2);
    }

    /** Adds a task of 3 arguments. */
    public <T1, T2, T3> TaskGraph task(String id, Task3<T1, T2, T3> code, T1 arg1, T2 arg2, T3 arg3) {
        return add(id, code, arg1, arg2, arg3);
    }

    /** Adds a task of 4 arguments. */
    public <T1, T2, T3, T4> TaskGraph task(String id, Task4<T1, T2, T3, T4> code, T1 arg1, T2 arg2, T3 arg3, T4 arg4) {
        return add(id, code, arg1, arg2, arg3, arg4);
    }

    /** Adds a task of 5 arguments. */
    public <T1, T2, T3, T4, T5> TaskGraph task(
            String id,
            Task5<T1, T2, T3, T4, T5> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5);
    }

    /** Adds a task of 6 arguments. */
    public <T1, T2, T3, T4, T5, T6> TaskGraph task(
            String id,
            Task6<T1, T2, T3, T4, T5, T6> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6);
    }

    /** Adds a task of 7 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7> TaskGraph task(
            String id,
            Task7<T1, T2, T3, T4, T5, T6, T7> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7);
    }

    /** Adds a task of 8 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8> TaskGraph task(
            String id,
            Task8<T1, T2, T3, T4, T5, T6, T7, T8> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8);
    }

    /** Adds a task of 9 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9> TaskGraph task(
            String id,
            Task9<T1, T2, T3, T4, T5, T6, T7, T8, T9> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9);
    }

    /** Adds a task of 10 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> TaskGraph task(
            String id,
            Task10<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10);
    }

    /** Adds a task of 11 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> TaskGraph task(
            String id,
            Task11<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11);
    }

    /** Adds a task of 12 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12> TaskGraph task(
            String id,
            Task12<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12);
    }

    /** Adds a task of 13 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13> TaskGraph task(
            String id,
            Task13<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13);
    }

    /** Adds a task of 14 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14> TaskGraph task(
            String id,
            Task14<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14) {
        return add(id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10, arg11, arg12, arg13, arg14);
    }

    /** Adds a task of 15 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15> TaskGraph task(
            String id,
            Task15<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15);
    }

    /** Adds a task of 16 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16> TaskGraph task(
            String id,
            Task16<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15, arg16);
    }

    /** Adds a task of 17 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17> TaskGraph task(
            String id,
            Task17<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15, arg16, arg17);
    }

    /** Adds a task of 18 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18> TaskGraph task(
            String id,
            Task18<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15, arg16, arg17, arg18);
    }

    /** Adds a task of 19 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19> TaskGraph task(
            String id,
            Task19<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18, T19 arg19) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15, arg16, arg17, arg18, arg19);
    }

    /** Adds a task of 20 arguments. */
    public <T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20> TaskGraph task(
            String id,
            Task20<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20> code,
            T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
            T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18, T19 arg19,
            T20 arg20) {
        return add(
                id, code, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9, arg10,
                arg11, arg12, arg13, arg14, arg15, arg16, arg17, arg18, arg19, arg20);
    }

    private TaskGraph add(String id, Object code, Object... arguments) {
        graph.task(id, code, arguments);
        return this;
    }

    /** Returns the name by which grid schedulers and other graphs refer to this graph. */
    public String getTaskGraphName() {
        return graph.name();
    }

    /**
     * Declares arrays to copy to the device.
     *
     * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}: before the first execution or
     *     before every execution
     */
    public TaskGraph transferToDevice(int mode, Object... objects) {
        graph.transferToDevice(mode, objects);
        return this;
    }

    /** Declares arrays that the previously executed graph left on the device. The name should be that of this graph. */
    public TaskGraph consumeFromDevice(String uniqueTaskGraphName, Object... objects) {
        graph.consumeFromDevice(uniqueTaskGraphName, objects);
        return this;
    }

    /** Declares arrays that the previously executed graph left on the device. */
    public TaskGraph consumeFromDevice(Object... objects) {
        return consumeFromDevice(getTaskGraphName(), objects);
    }

    /**
     * Declares arrays to copy to the host.
     *
     * @param mode a constant of {@link uk.ac.manchester.tornado.api.enums.DataTransferMode}: after every execution, or on
     *     demand through the result of an execution
     */
    public TaskGraph transferToHost(int mode, Object... objects) {
        graph.transferToHost(mode, objects);
        return this;
    }

    /** Declares arrays to leave on the device for the graph that is executed next. */
    public TaskGraph persistOnDevice(Object... objects) {
        graph.persistOnDevice(objects);
        return this;
    }

    /** Returns the current state of the graph, for use in a plan. */
    public ImmutableTaskGraph snapshot() {
        return new ImmutableTaskGraph(graph.build());
    }
}
