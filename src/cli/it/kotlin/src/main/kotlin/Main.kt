import io.github.tornadosort.Column
import io.github.tornadosort.Key
import io.github.tornadosort.KeyType
import io.github.tornadosort.Order
import io.github.tornadosort.Records
import io.github.tornadosort.SortStats
import io.github.tornadosort.Sorter
import io.github.tornadosort.Strings
import java.io.IOException

data class City(val name: String?, val people: Long, val area: Double)

/** Sorts arrays, columns, objects, strings, segments and records from Kotlin, and checks the results. */
fun main() {
    Sorter.open().use { sorter ->
        val ints = intArrayOf(3, -1, 2)
        val stats: SortStats = sorter.sort(ints)
        check(ints.toList() == listOf(-1, 2, 3) && stats.keys() == 3L)
        sorter.sort(ints, Order.DESCENDING)
        check(sorter.argsort(Column.of(ints)).toList() == listOf(2, 1, 0))
        val names = arrayOf("pear", null, "fig")
        sorter.sort(names)
        check(names.toList() == listOf("fig", "pear", null))
        val cities = arrayOf(City("Oslo", 7, 454.0), City(null, 5, 1.5), City("Bonn", 3, 141.0))
        sorter.objects().sortBy(cities) { it.name }
        check(cities.map { it.people } == listOf(3L, 7L, 5L))
        sorter.objects().sortByLong(cities, { it.people }, Order.DESCENDING)
        sorter.objects().sortByDouble(cities) { it.area }
        check(cities.first().name == null)
        sorter.objects().sort(cities, { it.people }, compareBy { it.area })
        sorter.objects().sort(Column.of(longArrayOf(2, 0, 1)), cities)
        val top = sorter.topK(Column.of(doubleArrayOf(1.0, 3.0, 2.0)), 2, Order.DESCENDING)
        check(top.keys().toDoubleArray().toList() == listOf(3.0, 2.0) && top.indices().toList() == listOf(1, 2))
        val merged = IntArray(4)
        sorter.merge(Column.of(intArrayOf(1, 3)), Column.of(intArrayOf(2, 4)), Column.of(merged), Order.ASCENDING)
        check(merged.toList() == listOf(1, 2, 3, 4))
        sorter.segments(intArrayOf(0, 2, 4)).sort(Column.of(merged), Order.DESCENDING, Column.of(shortArrayOf(1, 2, 3, 4)))
        check(merged.toList() == listOf(2, 1, 4, 3))
        val ranks: IntArray = sorter.strings().ranks(Strings.of(names).nullsFirst(), Order.ASCENDING).toIntArray()
        check(ranks.toList() == listOf(1, 2, 0))
        check(sorter.strings().unique(Strings.of(names), Order.ASCENDING).get(2) == null)
        sorter.argsort(Key.of(Strings.of(names)), Key.of(Column.of(merged).range(0, 3), Order.DESCENDING))
        sorter.records().sort(Records.of(byteArrayOf(2, 1, 1, 2), 2, 0, 2))
        var seen = 0L
        sorter.sortTo(Column.of(merged).`as`(KeyType.UINT32), Order.ASCENDING) { first, keys -> seen += first + keys.byteSize() }
        check(seen == 16L)
        try {
            sorter.objects().sortByLong(cities) { throw IOException("a checked exception") }
        } catch (e: IOException) {
            println("${e.message}, and ${cities.size} cities as they were; ${stats.why()}")
        }
    }
}
