package io.github.tornadosort.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BaseOrdering;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The order of Spark's rows: by words of their keys, and by Spark's generated comparator. */
final class SqlOrder {
    private final KeyWords words;
    /** Computes keys that are not columns; null if all are. */
    private final UnsafeProjection keys;
    private final Supplier<BaseOrdering> newOrdering;
    /** Null until rows are compared: Spark generates code for it. */
    private BaseOrdering ordering;
    private final UnsafeRow a;
    private final UnsafeRow b;

    SqlOrder(Seq<SortOrder> order, Seq<Attribute> output) {
        List<SortOrder> keysInOrder = CollectionConverters.asJava(order);
        List<Expression> expressions = new ArrayList<>();
        keysInOrder.forEach(key -> expressions.add(key.child()));
        int[] columns = expressions.stream().mapToInt(key -> column(key, output)).toArray();
        boolean areColumns = Arrays.stream(columns).allMatch(column -> column >= 0);
        if (!areColumns) {
            Arrays.setAll(columns, i -> i);
        }
        this.keys = areColumns
                ? null
                : UnsafeProjection.create(CollectionConverters.asScala(expressions).toSeq(), output);
        this.words = new KeyWords(KeyField.of(keysInOrder, columns, areColumns ? output.size() : columns.length));
        this.newOrdering = () -> RowOrdering.create(order, output);
        this.a = new UnsafeRow(output.size());
        this.b = new UnsafeRow(output.size());
    }

    /** Returns the index of the column that a key is, or -1. */
    private static int column(Expression key, Seq<Attribute> output) {
        return key instanceof Attribute attribute
                ? output.indexWhere(column -> column.exprId().equals(attribute.exprId()))
                : -1;
    }

    /** Returns which words follow each other. */
    KeyWords words() {
        return words;
    }

    /** Returns the word of a row at a position. */
    long word(Object base, long offset, int length, long position) {
        a.pointTo(base, offset, length);
        return words.word(keys == null ? a : keys.apply(a), position);
    }

    /** Compares two rows; their lengths do not matter. */
    int compare(Object aBase, long aOffset, Object bBase, long bOffset) {
        a.pointTo(aBase, aOffset, 0);
        b.pointTo(bBase, bOffset, 0);
        if (ordering == null) {
            ordering = newOrdering.get();
        }
        return ordering.compare(a, b);
    }
}
