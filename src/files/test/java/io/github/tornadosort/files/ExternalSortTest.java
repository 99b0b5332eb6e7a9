package io.github.tornadosort.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalSortTest {
    private static final int N = 20_000;
    /** Holds all objects. */
    private static final long MUCH = 16 << 20;
    /** Needs several runs. */
    private static final long LITTLE = 1 << 18;

    private record Person(String name, long number) {}

    private static final class Persons implements ExternalSort.Serializer<Person> {
        @Override
        public void write(Person person, DataOutput output) throws IOException {
            if (person.name.equals("unwritable")) {
                throw new IOException("cannot be written");
            }
            output.writeUTF(person.name);
            output.writeLong(person.number);
        }

        @Override
        public Person read(DataInput input) throws IOException {
            Person person = new Person(input.readUTF(), input.readLong());
            if (person.name.equals("unreadable")) {
                throw new IOException("cannot be read");
            }
            return person;
        }
    }

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(1);

    private List<Person> persons() {
        String[] parts = {"a", "b", "é", "\uD83D\uDE00", "\uFFFD", "\0", ""};
        return IntStream.range(0, N)
                .mapToObj(i -> new Person(
                        parts[random.nextInt(parts.length)] + parts[random.nextInt(parts.length)],
                        random.nextInt(2000) - 1000))
                .toList();
    }

    private List<Person> sorted(ExternalSort<Person> sort, long memory, List<Person> persons) throws IOException {
        List<Person> found = new ArrayList<>();
        try (sort) {
            sort.memory(memory).temporaryFolder(folder);
            for (Person person : persons) {
                sort.add(person);
            }
            sort.forEach(found::add);
        }
        assertThat(folder).isEmptyDirectory();
        return found;
    }

    @ParameterizedTest
    @ValueSource(longs = {MUCH, LITTLE})
    void sortsByEachKindOfKey(long memory) throws IOException {
        List<Person> persons = persons();

        assertThat(sorted(ExternalSort.byLong(new Persons(), Person::number), memory, persons))
                .isEqualTo(persons.stream().sorted(Comparator.comparing(Person::number)).toList());
        assertThat(sorted(ExternalSort.byString(new Persons(), Person::name), memory, persons))
                .isEqualTo(persons.stream().sorted(Comparator.comparing(Person::name)).toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {MUCH, LITTLE})
    void aComparatorOrdersObjectsWithEqualPrefixesOnly(long memory) throws IOException {
        List<Person> persons = persons();
        Comparator<Person> order =
                Comparator.comparing(Person::number).thenComparing(Person::name, Comparator.reverseOrder());
        AtomicInteger wrong = new AtomicInteger();
        Comparator<Person> checked = (a, b) -> {
            wrong.addAndGet(a.number == b.number ? 0 : 1);
            return order.compare(a, b);
        };

        assertThat(sorted(ExternalSort.by(new Persons(), Person::number, checked), memory, persons))
                .isEqualTo(persons.stream().sorted(order).toList());
        assertThat(wrong).hasValue(0);
    }

    @Test
    void aSortMayHaveNoObjects() throws IOException {
        assertThat(sorted(ExternalSort.byLong(new Persons(), Person::number), MUCH, List.of())).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefused() throws IOException {
        ExternalSort<Person> sort = ExternalSort.byLong(new Persons(), Person::number);
        assertThatThrownBy(() -> sort.memory(1)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("memory");
        sort.add(new Person("a", 1));
        assertThatThrownBy(() -> sort.memory(MUCH)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sort.temporaryFolder(folder)).isInstanceOf(IllegalStateException.class);
        Iterator<Person> iterator = sort.iterator();
        assertThatThrownBy(() -> sort.add(new Person("b", 1))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(sort::iterator).isInstanceOf(IllegalStateException.class).hasMessageContaining("once");
        sort.close();
        sort.close();
        assertThatThrownBy(iterator::next).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThatThrownBy(sort::iterator).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void anObjectThatIsTooLargeIsRefused() throws IOException {
        try (ExternalSort<Person> sort = ExternalSort.byLong(new Persons(), Person::number).memory(1 << 16)) {
            assertThatThrownBy(() -> sort.add(new Person("x".repeat(60_000), 1)))
                    .isInstanceOf(FileSortException.class).hasMessageContaining("choose more by memory(bytes)");
            sort.add(new Person("a", 1));
            assertThat(sort).containsExactly(new Person("a", 1));
        }
    }

    @Test
    void failuresOfTheSerializerLeaveNothingBehind() throws IOException {
        List<Person> persons = persons();
        try (ExternalSort<Person> sort =
                ExternalSort.byLong(new Persons(), Person::number).memory(LITTLE).temporaryFolder(folder)) {
            for (Person person : persons) {
                sort.add(person);
            }
            assertThatThrownBy(() -> sort.add(new Person("unwritable", 0))).hasMessage("cannot be written");
            sort.add(new Person("unreadable", Long.MIN_VALUE));
            assertThatThrownBy(sort::iterator).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot be read");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aSortThatIsNotIteratedToItsEndLeavesNothingBehind() throws IOException {
        try (ExternalSort<Person> sort =
                ExternalSort.byString(new Persons(), Person::name).memory(LITTLE).temporaryFolder(folder)) {
            for (Person person : persons()) {
                sort.add(person);
            }
            assertThat(sort.iterator().next().name).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatDoesNotExistIsNamed() throws IOException {
        Path none = folder.resolve("none");
        try (ExternalSort<Person> sort =
                ExternalSort.byLong(new Persons(), Person::number).memory(LITTLE).temporaryFolder(none)) {
            assertThatThrownBy(() -> {
                for (Person person : persons()) {
                    sort.add(person);
                }
            }).isInstanceOf(FileSortException.class).hasMessageContaining(none.toString());
        }
        assertThat(Files.exists(none)).isFalse();
    }

    /** Objects with equal keys are not all on the heap. */
    @Test
    void tiedObjectsTakeLittleMemory() throws IOException {
        int[] read = {0, 0};
        ExternalSort.Serializer<String> serializer = new ExternalSort.Serializer<>() {
            @Override
            public void write(String object, DataOutput output) throws IOException {
                output.writeUTF(object);
            }

            @Override
            public String read(DataInput input) throws IOException {
                read[0]++;
                return input.readUTF();
            }
        };
        try (ExternalSort<String> sort = ExternalSort.by(serializer, _ -> 0, (one, other) -> {
            read[1] = read[1] == 0 ? read[0] : read[1]; // when objects were compared first
            return one.compareTo(other);
        }).memory(1 << 22)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                String object = "%04d".formatted(i * 7 % 3000) + "x".repeat(1000);
                sort.add(object);
                expected.add(object);
            }
            expected.sort(null);

            assertThat(sort).containsExactlyElementsOf(expected);
        }
        assertThat(read[1]).isBetween(2, 200);
    }
}
