package uk.ac.manchester.tornado.api.common;

import java.io.Serializable;

/**
 * The functional interfaces of kernels, one for each number of arguments. They are {@link Serializable}, which lets this
 * backend find the method behind a method reference or lambda.
 */
public final class TornadoFunctions {

    /** A kernel without arguments. */
    @FunctionalInterface
    public interface Task extends Serializable {
        void apply();
    }

    /** A kernel of 1 argument. */
    @FunctionalInterface
    public interface Task1<T1> extends Serializable {
        void apply(T1 arg1);
    }

    /** A kernel of 2 arguments. */
    @FunctionalInterface
    public interface Task2<T1, T2> extends Serializable {
        void apply(T1 arg1, T2 arg2);
    }

    /** A kernel of 3 arguments. */
    @FunctionalInterface
    public interface Task3<T1, T2, T3> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3);
    }

    /** A kernel of 4 arguments. */
    @FunctionalInterface
    public interface Task4<T1, T2, T3, T4> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4);
    }

    /** A kernel of 5 arguments. */
    @FunctionalInterface
    public interface Task5<T1, T2, T3, T4, T5> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5);
    }

    /** A kernel of 6 arguments. */
    @FunctionalInterface
    public interface Task6<T1, T2, T3, T4, T5, T6> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6);
    }

    /** A kernel of 7 arguments. */
    @FunctionalInterface
    public interface Task7<T1, T2, T3, T4, T5, T6, T7> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7);
    }

    /** A kernel of 8 arguments. */
    @FunctionalInterface
    public interface Task8<T1, T2, T3, T4, T5, T6, T7, T8> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8);
    }

    /** A kernel of 9 arguments. */
    @FunctionalInterface
    public interface Task9<T1, T2, T3, T4, T5, T6, T7, T8, T9> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9);
    }

    /** A kernel of 10 arguments. */
    @FunctionalInterface
    public interface Task10<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> extends Serializable {
        void apply(T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10);
    }

    /** A kernel of 11 arguments. */
    @FunctionalInterface
    public interface Task11<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11);
    }

    /** A kernel of 12 arguments. */
    @FunctionalInterface
    public interface Task12<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12> extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12);
    }

    /** A kernel of 13 arguments. */
    @FunctionalInterface
    public interface Task13<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13> extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13);
    }

    /** A kernel of 14 arguments. */
    @FunctionalInterface
    public interface Task14<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14> extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14);
    }

    /** A kernel of 15 arguments. */
    @FunctionalInterface
    public interface Task15<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15> extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15);
    }

    /** A kernel of 16 arguments. */
    @FunctionalInterface
    public interface Task16<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16>
            extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16);
    }

    /** A kernel of 17 arguments. */
    @FunctionalInterface
    public interface Task17<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>
            extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17);
    }

    /** A kernel of 18 arguments. */
    @FunctionalInterface
    public interface Task18<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>
            extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18);
    }

    /** A kernel of 19 arguments. */
    @FunctionalInterface
    public interface Task19<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19>
            extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18, T19 arg19);
    }

    /** A kernel of 20 arguments. */
    @FunctionalInterface
    public interface Task20<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20>
            extends Serializable {
        void apply(
                T1 arg1, T2 arg2, T3 arg3, T4 arg4, T5 arg5, T6 arg6, T7 arg7, T8 arg8, T9 arg9, T10 arg10,
                T11 arg11, T12 arg12, T13 arg13, T14 arg14, T15 arg15, T16 arg16, T17 arg17, T18 arg18, T19 arg19,
                T20 arg20);
    }
}
