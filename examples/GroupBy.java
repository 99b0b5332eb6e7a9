import io.github.tornadosort.stage.ReduceByKeyStage;
import io.github.tornadosort.stage.SortStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Adds up the amounts of each customer: {@code SELECT customer, SUM(amount) GROUP BY customer}. A kernel makes the orders, a
 * {@link SortStage} sorts them by customer, and a {@link ReduceByKeyStage} adds up the amounts. Only the sums come to the host.
 *
 * <p>{@code scripts/tornado-sort run examples/GroupBy.java [orders [customers]]}
 */
public final class GroupBy {
    private GroupBy() {}

    /** Makes the orders. */
    static void produce(IntArray customers, IntArray amounts, int numberOfCustomers) {
        for (@Parallel int i = 0; i < customers.getSize(); i++) {
            customers.set(i, customer(i, numberOfCustomers));
            amounts.set(i, i % 100);
        }
    }

    static int customer(int order, int numberOfCustomers) {
        return (order * 0x9E3779B9 & 0x7fffffff) % numberOfCustomers;
    }

    /** Returns the sum of each customer that has orders. */
    public static Map<Integer, Integer> sums(int orders, int numberOfCustomers) throws Exception {
        IntArray customers = new IntArray(orders);
        IntArray amounts = new IntArray(orders);
        IntArray groups = new IntArray(orders);
        IntArray sums = new IntArray(orders);
        IntArray count = new IntArray(1);
        TaskGraph produce = new TaskGraph("produce")
                .task("make", GroupBy::produce, customers, amounts, numberOfCustomers)
                .persistOnDevice(customers, amounts);
        try (SortStage sort = SortStage.builder("sort").after("produce").keys(customers).values(amounts).build();
                ReduceByKeyStage reduce = ReduceByKeyStage.builder("reduce").after(sort.lastGraph())
                        .keys(customers, groups)
                        .sums(amounts, sums)
                        .count(count)
                        .toHost(groups, sums, count)
                        .build()) {
            List<ImmutableTaskGraph> all = new ArrayList<>();
            all.add(produce.snapshot());
            all.addAll(sort.graphs());
            all.addAll(reduce.graphs());
            ImmutableTaskGraph[] graphs = all.toArray(ImmutableTaskGraph[]::new);
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
                GridScheduler grids = new GridScheduler();
                WorkerGrid grid = new WorkerGrid1D(orders);
                grid.setGlobalWork(orders, 1, 1);
                grids.addWorkerGrid("produce.make", grid);
                sort.scheduleOn(plan, graphs, grids);
                reduce.scheduleOn(plan, graphs, grids);
                plan.withGraph(0).execute();
                sort.run(orders);
                reduce.run(orders);
            }
        }
        Map<Integer, Integer> result = new TreeMap<>();
        for (int i = 0; i < count.get(0); i++) {
            result.put(groups.get(i), sums.get(i));
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        int orders = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int customers = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        Map<Integer, Integer> expected = new TreeMap<>();
        for (int i = 0; i < orders; i++) {
            expected.merge(customer(i, customers), i % 100, Integer::sum);
        }
        if (!sums(orders, customers).equals(expected)) {
            throw new IllegalStateException("the sums of the device are not those of the host");
        }
        System.out.printf("%d orders of %d customers, same sums as on the host%n", orders, expected.size());
    }
}
