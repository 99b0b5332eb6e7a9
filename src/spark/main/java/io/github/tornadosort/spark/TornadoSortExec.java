package io.github.tornadosort.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.catalyst.plans.physical.OrderedDistribution;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.UnspecifiedDistribution$;
import org.apache.spark.sql.execution.BlockingOperatorWithCodegen;
import org.apache.spark.sql.execution.CodegenSupport;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * The operator that sorts rows in place of Spark's {@code SortExec}: the rows of each partition, after those of a global sort were
 * distributed by ranges. {@link TornadoSortExtensions} puts it into plans. Rows with equal keys may be in any order.
 *
 * <p>Generated code adds the rows of the operator's input, and hands the sorted ones to the next operator.
 */
public final class TornadoSortExec extends SparkPlan implements UnaryExecNode, BlockingOperatorWithCodegen {
    private static final long serialVersionUID = 1L;

    private final Seq<SortOrder> sortOrder;
    private final boolean global;
    private final SparkPlan child;
    /** Made when they are asked for, before tasks get a copy of the plan. */
    private scala.collection.immutable.Map<String, SQLMetric> metrics;
    /** Set while code is generated. */
    private CodegenSupport parent;
    private transient String variable;
    /** The last sorter of each thread: tasks have their own copy of the plan, but a task may have several threads. */
    private final Map<Long, RowSorter> sorters = new ConcurrentHashMap<>();

    /**
     * Creates an operator; Spark does so too, when it changes an expression of a plan.
     *
     * @param sortOrder the keys
     * @param global whether the partitions are to be in order too
     * @param child the input
     */
    public TornadoSortExec(Seq<SortOrder> sortOrder, boolean global, SparkPlan child) {
        this.sortOrder = sortOrder;
        this.global = global;
        this.child = child;
    }

    @Override
    public SparkPlan child() {
        return child;
    }

    @Override
    public Seq<SparkPlan> children() {
        return UnaryExecNode.super.children();
    }

    @Override
    public SparkPlan mapChildren(Function1<SparkPlan, SparkPlan> change) {
        return UnaryExecNode.super.mapChildren(change);
    }

    @Override
    public Seq<Attribute> output() {
        return child.output();
    }

    @Override
    public Seq<SortOrder> outputOrdering() {
        return sortOrder;
    }

    @Override
    public Partitioning outputPartitioning() {
        return child.outputPartitioning();
    }

    @Override
    public Seq<Distribution> requiredChildDistribution() {
        Distribution needed = global ? OrderedDistribution.apply(sortOrder) : UnspecifiedDistribution$.MODULE$;
        return CollectionConverters.asScala(List.of(needed)).toSeq();
    }

    @Override
    public scala.collection.immutable.Map<String, SQLMetric> metrics() {
        if (metrics == null) {
            metrics = scala.collection.immutable.Map.from(CollectionConverters.asScala(Map.of(
                    "sortTime", SQLMetrics.createTimingMetric(sparkContext(), "sort time",
                            SQLMetrics.createTimingMetric$default$3()),
                    "peakMemory", size("peak memory"),
                    "spillSize", size("spill size"))));
        }
        return metrics;
    }

    private SQLMetric size(String name) {
        return SQLMetrics.createSizeMetric(sparkContext(), name, SQLMetrics.createSizeMetric$default$3());
    }

    @Override
    public RDD<InternalRow> doExecute() {
        metrics();
        JavaRDD<InternalRow> rows = child.execute().toJavaRDD();
        return rows.mapPartitionsWithIndex((_, partition) -> sort(partition), true).rdd();
    }

    private Iterator<InternalRow> sort(Iterator<InternalRow> unsorted) throws IOException {
        RowSorter rows = start();
        while (unsorted.hasNext()) {
            rows.add((UnsafeRow) unsorted.next());
        }
        return rows.sorted();
    }

    /**
     * Starts a sort in a task, for generated code.
     *
     * @return a sorter of no rows
     */
    public RowSorter start() {
        RowSorter sorter =
                new RowSorter(TaskContext.get(), new SqlOrder(sortOrder, output()), output().size(), metrics);
        sorters.put(Thread.currentThread().threadId(), sorter);
        return sorter;
    }

    @Override
    public Seq<RDD<InternalRow>> inputRDDs() {
        return ((CodegenSupport) child).inputRDDs();
    }

    @Override
    public AttributeSet usedInputs() {
        return AttributeSet$.MODULE$.empty();
    }

    @Override
    public CodegenSupport parent() {
        return parent;
    }

    @Override
    public void parent_$eq(CodegenSupport next) {
        parent = next;
    }

    @Override
    public String doProduce(CodegenContext context) {
        metrics();
        String plan = context.addReferenceObj("sort", this, TornadoSortExec.class.getName());
        variable = state(context, RowSorter.class.getName(), "sort", "null");
        String rows = state(context, Iterator.class.getName(), "sortedRows", "null");
        String name = context.freshName("addRows");
        String addRows = context.addNewFunction(name, "private void " + name + "() throws java.io.IOException {\n"
                + ((CodegenSupport) child).produce(context, this) + "\n}", false);
        String row = context.freshName("sortedRow");
        return """
                if (%1$s == null) {
                    %2$s = %6$s.start();
                    %3$s();
                    %1$s = %2$s.sorted();
                }
                while (%1$s.hasNext()) {
                    UnsafeRow %4$s = (UnsafeRow) %1$s.next();
                    %5$s
                    if (shouldStop()) return;
                }
                """.formatted(rows, variable, addRows, row, consume(context, null, row), plan);
    }

    /** Returns the name of a field of the generated class. */
    private static String state(CodegenContext context, String type, String name, String value) {
        return context.addMutableState(type, name, new AbstractFunction1<>() {
            @Override
            public String apply(String field) {
                return field + " = " + value + ";";
            }
        }, true, true);
    }

    @Override
    public String doConsume(CodegenContext context, Seq<ExprCode> input, ExprCode row) {
        return row.code() + "\n" + variable + ".add((UnsafeRow) " + row.value() + ");";
    }

    /** Called by an operator that needs no more rows. */
    @Override
    public void cleanupResources() {
        RowSorter sorter = sorters.remove(Thread.currentThread().threadId());
        if (sorter != null) {
            sorter.free();
        }
        super.cleanupResources();
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan newChild) {
        return new TornadoSortExec(sortOrder, global, newChild);
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
        return UnaryExecNode.super.withNewChildrenInternal(children);
    }

    @Override
    public String nodeName() {
        return "TornadoSort";
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int n) {
        return switch (n) {
            case 0 -> sortOrder;
            case 1 -> global;
            case 2 -> child;
            default -> throw new IndexOutOfBoundsException(n);
        };
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof TornadoSortExec;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TornadoSortExec sort && sortOrder.equals(sort.sortOrder) && global == sort.global
                && child.equals(sort.child);
    }

    @Override
    public int hashCode() {
        return Objects.hash(sortOrder, global, child);
    }
}
