package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Take;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Schema;

/**
 * Unifies the dictionaries of files of the same schema: a dictionary of the result has each value of those of the files once, the
 * values of the first file first.
 */
final class Dictionaries {
    private final Schema schema;
    private final Arena arena;
    /** The unified dictionaries by their ids in the first file. A dictionary comes after those that its values refer to. */
    private final Map<Long, Unified> unified = new LinkedHashMap<>();

    /**
     * @param first the file whose ids the unified dictionaries have
     * @param arena allocates dictionaries
     */
    Dictionaries(ArrowFile first, Arena arena) {
        this.schema = first.schema();
        this.arena = arena;
    }

    /** A dictionary of a file, and the unified one that has its values. */
    private record Ids(long id, long unified) {
        private Ids(Field field, Field first) {
            this(field.dictionary().id(), first.dictionary().id());
        }
    }

    /** The values of the dictionaries of all files. */
    private static final class Unified {
        private final List<ArrowArray> chunks = new ArrayList<>();
        private final List<Long> rows = new ArrayList<>();
        private final Map<String, Integer> indices = new HashMap<>();

        /** Adds values, and returns their indices. */
        private int[] add(List<ArrowArray> values) {
            int[] added = new int[Math.toIntExact(values.stream().mapToLong(ArrowArray::length).sum())];
            int at = 0;
            for (ArrowArray chunk : values) {
                chunks.add(chunk);
                for (int row = 0; row < chunk.length(); row++) {
                    Integer known = indices.putIfAbsent(ArrowValues.text(chunk, row), rows.size());
                    added[at++] = known == null ? rows.size() : known;
                    if (known == null) {
                        rows.add(Take.row(chunks.size() - 1, row));
                    }
                }
            }
            return added;
        }
    }

    /**
     * Adds the dictionaries of a file.
     *
     * @throws ArrowFileException if a dictionary is damaged, or cannot be unified with those of the files before
     */
    Columns add(ArrowFile file) throws ArrowFileException {
        try {
            return new Columns(file);
        } catch (RuntimeException e) {
            throw ArrowFileException.damaged(file.path(), "", e);
        }
    }

    /** Returns the unified dictionaries by their ids, in the order in which they are to be written. */
    Map<Long, ArrowArray> values() {
        Map<Long, ArrowArray> values = new LinkedHashMap<>();
        unified.forEach((id, dictionary) -> {
            if (!dictionary.chunks.isEmpty()) {
                long[] rows = dictionary.rows.stream().mapToLong(Long::longValue).toArray();
                values.put(id, Take.of(dictionary.chunks, rows, bytes -> arena.allocate(bytes, Long.BYTES)));
            }
        });
        return values;
    }

    /** Replaces the indices in the columns of a file by indices into the unified dictionaries. */
    final class Columns {
        private final ArrowFile file;
        private final Schema own;
        private final Map<Ids, Reindex> indices = new HashMap<>();

        private Columns(ArrowFile file) {
            this.file = file;
            this.own = file.schema();
            for (int i = 0; i < own.fieldsLength(); i++) {
                add(own.fields(i), schema.fields(i));
            }
        }

        /** Adds the dictionaries of a field, first those that its values refer to. */
        private void add(Field field, Field first) {
            for (int i = 0; i < field.childrenLength(); i++) {
                add(field.children(i), first.children(i));
            }
            if (field.dictionary() != null) {
                Ids ids = new Ids(field, first);
                if (!indices.containsKey(ids)) {
                    Unified to = unified.computeIfAbsent(ids.unified, _ -> new Unified());
                    indices.put(ids, new Reindex(to.add(values(field, first)), field, Layout.of(field).keyType()));
                }
            }
        }

        /** Returns the values of the dictionary of a field: one array per message. */
        private List<ArrowArray> values(Field field, Field first) {
            return file.values(field, arena).stream().map(chunk -> children(field, first, chunk, arena)).toList();
        }

        /**
         * Returns a record batch of the file with other indices.
         *
         * @param arena allocates the indices
         */
        Batch of(Batch batch, Arena arena) {
            List<ArrowArray> columns = new ArrayList<>();
            for (int i = 0; i < own.fieldsLength(); i++) {
                columns.add(column(own.fields(i), schema.fields(i), batch.columns().get(i), arena));
            }
            return new Batch(batch.rows(), columns);
        }

        private ArrowArray column(Field field, Field first, ArrowArray column, Arena arena) {
            return field.dictionary() == null
                    ? children(field, first, column, arena)
                    : indices.get(new Ids(field, first)).of(column, arena);
        }

        private ArrowArray children(Field field, Field first, ArrowArray column, Arena arena) {
            List<ArrowArray> children = new ArrayList<>();
            for (int i = 0; i < field.childrenLength(); i++) {
                children.add(column(field.children(i), first.children(i), column.children().get(i), arena));
            }
            return new ArrowArray(column.layout(), column.length(), column.nulls(), column.buffers(), children);
        }
    }
}
