# Makes files for sorts of several files and of files larger than memory with pyarrow and numpy: python make_runs.py FOLDER
import pyarrow as pa, pyarrow.compute as pc, random, datetime, decimal, gzip, math, sys
out = sys.argv[1]
random.seed(7)

def maybe(value, p=0.2): return None if random.random() < p else value

def table(n, words, first):
    cities = pa.array([maybe(random.choice(words)) for _ in range(n)])
    return pa.table({
        'id': pa.array(range(first, first + n), pa.int32()),
        'day': pa.array([maybe(random.randrange(-3, 4)) for _ in range(n)], pa.int8()),
        'price': pa.array([maybe(random.choice([0.5, -0.0, 0.0, math.nan, math.inf, -7.25])) for _ in range(n)], pa.float64()),
        'half': pa.array([maybe(random.choice([1.5, -2.0, 0.25])) for _ in range(n)], pa.float32()).cast(pa.float16()),
        'name': pa.array([maybe(''.join(random.choice('a\0\1é') for _ in range(random.randrange(4)))) for _ in range(n)]),
        'view': pa.array([maybe(random.choice(['short', 'longer than twelve bytes ' + str(random.randrange(30))])) for _ in range(n)],
                         pa.string_view()),
        'code': pa.array([maybe(random.choice([b'ab\0', b'\xff\0\1', b'abc'])) for _ in range(n)], pa.binary(3)),
        'amount': pa.array([maybe(decimal.Decimal(random.randrange(-4, 4) * 10**22)) for _ in range(n)], pa.decimal128(30, 0)),
        'ok': pa.array([maybe(random.random() < .5) for _ in range(n)]),
        'at': pa.array([maybe(datetime.datetime(2026, 1, 1 + random.randrange(9))) for _ in range(n)], pa.timestamp('us', 'UTC')),
        'city': cities.dictionary_encode(),
        'cities': pa.ListArray.from_arrays(pa.array([min(2 * i, n) for i in range(n + 1)], pa.int32()), cities.dictionary_encode()),
        'pair': pa.StructArray.from_arrays([cities.dictionary_encode(), pa.array(range(n), pa.int64())], ['c', 'n']),
        'runs': pc.run_end_encode(pa.array([i // 7 for i in range(n)], pa.int64())),
        'union': pa.UnionArray.from_dense(pa.array([i % 2 for i in range(n)], pa.int8()), pa.array([i // 2 for i in range(n)], pa.int32()),
                                          [pa.array(range(n), pa.int64()), pa.array([str(i) for i in range(n)])]),
    })

def write(name, table, rows, stream=False, compression=None):
    raw = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(raw, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=rows)
    data = raw.getvalue().to_pybytes()
    (gzip.GzipFile(f'{out}/{name}', 'wb', mtime=0) if name.endswith('.gz') else open(f'{out}/{name}', 'wb')).write(data)

WORDS = [['x', 'y', 'zz'], ['zz', 'new', 'y', 'Łódź'], ['y', 'x']]
parts = [table(n, words, first) for n, words, first in [(300, WORDS[0], 0), (200, WORDS[1], 300), (120, WORDS[2], 500)]]
write('part1.arrow', parts[0], 60)
write('part2.arrows', parts[1], 50, stream=True)
write('part3.feather', parts[2], 40, compression='lz4')
many = table(1200, WORDS[1], 0)
write('many.arrow.gz', many, 40)

# Dictionaries that cannot be unified.
for name, ordered in [('order1', ['low', 'high']), ('order2', ['low', 'middle'])]:
    values = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), ordered, ordered=True)
    write(name + '.arrow', pa.table({'id': pa.array([1, 2]), 'size': values}), 2)
for name, first in [('wide1', 0), ('wide2', 100)]:
    values = pa.DictionaryArray.from_arrays(pa.array(range(100), pa.int8()), [str(first + i) for i in range(100)])
    write(name + '.arrow', pa.table({'id': pa.array(range(100)), 'size': values}), 100)
# Other columns than those of part1.
one = parts[0].slice(0, 2)
write('unit.arrow', one.set_column(9, 'at', one['at'].cast(pa.timestamp('ms', 'UTC'))), 2)
write('fewer.arrow', one.select(one.column_names[:-1]), 2)
write('named.arrow', one.rename_columns(['key' if c == 'id' else c for c in one.column_names]), 2)

def rank(value, kind):
    """Sorts as the command line does: -0.0 before 0.0, NaN last."""
    if kind == 'price': return (math.isnan(value), 0 if math.isnan(value) else value, 0 if math.isnan(value) else math.copysign(1, value))
    return value.encode() if isinstance(value, str) else value

def order(table, keys, nulls, unique):
    """The ids of the rows in order. Python sorts are stable: the last key first."""
    columns = {key.split(':')[0]: table[key.split(':')[0]].to_pylist() for key in keys.split()}
    rows = list(range(table.num_rows))
    for key in reversed(keys.split()):
        name, _, direction = key.partition(':')
        values = columns[name]
        filled = [row for row in rows if values[row] is not None]
        empty = [row for row in rows if values[row] is None]
        filled.sort(key=lambda row: rank(values[row], name), reverse=direction == 'desc')
        rows = empty + filled if nulls == 'first' else filled + empty
    if unique:
        seen = set()
        text = lambda row: tuple(None if columns[c][row] is None else rank(columns[c][row], c) for c in columns)
        rows = [row for row in rows if not (text(row) in seen or seen.add(text(row)))]
    return [table['id'][row].as_py() for row in rows]

# FILES;KEYS;NULLS;all or unique;the ids in order
with open(f'{out}/runs.txt', 'w') as f:
    for files, data in [('part1.arrow part2.arrows part3.feather', None), ('many.arrow.gz', many)]:
        for keys, nulls in [('day price:desc name', 'last'), ('price name:desc', 'first'), ('name', 'last'), ('view:desc code', 'first'),
                            ('amount:desc ok', 'last'), ('half at:desc', 'first'), ('ok:desc code:desc', 'last'), ('id:desc', 'last')]:
            for unique in [False, True]:
                if data is None:
                    names = [k.split(':')[0] for k in keys.split()]
                    rows = pa.concat_tables([part.select(sorted(set(names + ['id']))) for part in parts])
                else:
                    rows = data
                ids = order(rows, keys, nulls, unique)
                f.write(f"{files};{keys};{nulls};{'unique' if unique else 'all'};{' '.join(map(str, ids))}\n")

# Dictionary-encoded columns of several files; a value of 'deep' refers to another dictionary. Each line has the values of a row.
def encoded(part, words):
    deep = pa.StructArray.from_arrays([pa.array(words).dictionary_encode(), pa.array([[w] for w in words])], ['w', 'l'])
    index = pa.array([maybe(random.randrange(len(words))) for _ in range(part.num_rows)], pa.uint8())
    return part.select(['id', 'city', 'cities', 'pair']).append_column('deep', pa.DictionaryArray.from_arrays(index, deep))

with open(f'{out}/rows.txt', 'w') as f:
    for i, (part, stream, compression) in enumerate(zip(parts, [False, True, False], [None, None, 'zstd'])):
        part = encoded(part, WORDS[i])
        write(f'encoded{i + 1}.arrow' + 's' * stream, part, 50, stream, compression)
        for row in part.to_pylist():
            deep = row['deep'] and f"{row['deep']['w']} {row['deep']['l'][0]}"
            cities = ' '.join(map(str, row['cities']))
            f.write(f"{row['id']};{row['city']};{cities};{row['pair']['c']};{deep}\n")
