# Makes the files in this folder with pyarrow: python make.py FOLDER
import pyarrow as pa, pyarrow.feather as feather, pyarrow.compute as pc, random, datetime, decimal, sys, os
out=sys.argv[1]; os.makedirs(out, exist_ok=True)
random.seed(1)
n=150
def maybe(v, p=0.15): return None if random.random()<p else v
def make(seed):
    random.seed(seed)
    return pa.table({
     'day': pa.array([random.randrange(20) for _ in range(n)], pa.int32()),
     'price': pa.array([maybe(random.choice([0.5,-1.25,3e300,7.75])*random.randrange(1,5)) for _ in range(n)], pa.float64()),
     'name': pa.array([maybe(random.choice(['Zürich','Oslo','Łódź','São Paulo','','a','aa'])) for _ in range(n)]),
     'city': pa.array([maybe(random.choice(['x','y','zz'])) for _ in range(n)]).dictionary_encode(),
     'tags': pa.array([maybe([random.randrange(9) for _ in range(random.randrange(4))]) for _ in range(n)], pa.list_(pa.int16())),
     'at': pa.array([maybe(datetime.datetime(2026,1,1)+datetime.timedelta(seconds=random.randrange(10**6))) for _ in range(n)], pa.timestamp('us')),
     'amount': pa.array([maybe(decimal.Decimal(random.randrange(-10**25,10**25)).scaleb(-3)) for _ in range(n)], pa.decimal128(30,3)),
     'ok': pa.array([maybe(random.random()<.5) for _ in range(n)]),
     'point': pa.array([maybe({'x':random.random(),'y':random.choice(['l','r'])}) for _ in range(n)], pa.struct([('x',pa.float32()),('y',pa.string())])),
     'id': pa.array(range(n), pa.uint16()),
    })
t=make(1)
feather.write_feather(t, f'{out}/lz4.feather', chunksize=128)
feather.write_feather(t, f'{out}/zstd.feather', compression='zstd', chunksize=100)
with pa.OSFile(f'{out}/plain.arrow','wb') as f, pa.ipc.new_file(f, t.schema) as w: w.write_table(t, max_chunksize=70)
with pa.OSFile(f'{out}/stream.arrows','wb') as f, pa.ipc.new_stream(f, t.schema) as w: w.write_table(t, max_chunksize=90)
# more layouts
m=pa.table({
  'half': pa.array([maybe(random.uniform(-3,3)) for _ in range(n)], pa.float32()).cast(pa.float16()),
  'view': pa.array([maybe(random.choice(['short','a longer string than twelve bytes '+str(random.randrange(50))])) for _ in range(n)], pa.string_view()),
  'large': pa.array([maybe(str(random.randrange(1000))) for _ in range(n)], pa.large_string()),
  'bin': pa.array([maybe(random.randbytes(3)) for _ in range(n)], pa.binary(3)),
  'runs': pa.compute.run_end_encode(pa.array([i//7 for i in range(n)], pa.int64())),
  'lv': pa.array([maybe([random.randrange(9) for _ in range(random.randrange(4))]) for _ in range(n)], pa.list_view(pa.int16())),
  'fixed': pa.array([maybe([i,i+1]) for i in range(n)], pa.list_(pa.int32(),2)),
  'map': pa.array([maybe([('k',i),('l',None)]) for i in range(n)], pa.map_(pa.string(),pa.int32())),
  'none': pa.nulls(n),
  'time': pa.array([maybe(random.randrange(86400)) for _ in range(n)], pa.int32()).cast(pa.time32('s')),
  'dec64': pa.array([maybe(decimal.Decimal(random.randrange(-10**9,10**9)).scaleb(-3)) for _ in range(n)], pa.decimal64(15,3)),
  'id': pa.array(range(n), pa.uint32()),
})
with pa.OSFile(f'{out}/layouts.arrow','wb') as f, pa.ipc.new_file(f, m.schema) as w: w.write_table(m, max_chunksize=128)
# delta dictionaries in a stream
opts=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
sch=pa.schema([('c',pa.dictionary(pa.int8(),pa.string())),('k',pa.int32())])
with pa.OSFile(f'{out}/deltas.arrows','wb') as f, pa.ipc.new_stream(f, sch, options=opts) as w:
    w.write_batch(pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([0,1,0],pa.int8()),['a','b']), pa.array([3,1,2],pa.int32())],schema=sch))
    w.write_batch(pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([2,1,0],pa.int8()),['a','b','c']), pa.array([0,9,-1],pa.int32())],schema=sch))
with pa.OSFile(f'{out}/replaced.arrows','wb') as f, pa.ipc.new_stream(f, sch) as w:
    w.write_batch(pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([0,1,0],pa.int8()),['a','b']), pa.array([3,1,2],pa.int32())],schema=sch))
    w.write_batch(pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([0,1,0],pa.int8()),['x','b']), pa.array([0,9,-1],pa.int32())],schema=sch))
feather.write_feather(t.select(['day','price','name']), f'{out}/old.feather', version=1)

# The expected orders: ids in the order of pyarrow's own stable sort. A key is NAME:DIRECTION.
with open(f'{out}/orders.txt', 'w') as f:
    for file, table, keys, nulls in [
            ('plain', t, 'day:asc price:desc name:asc', 'at_end'), ('plain', t, 'price:asc', 'at_start'),
            ('plain', t, 'name:desc', 'at_start'), ('plain', t, 'amount:desc', 'at_end'), ('plain', t, 'ok:asc day:desc at:asc', 'at_start'),
            ('plain', t, 'amount:asc', 'at_start'), ('layouts', m, 'half:desc', 'at_end'), ('layouts', m, 'view:asc', 'at_end'),
            ('layouts', m, 'large:desc bin:asc', 'at_start'), ('layouts', m, 'bin:desc', 'at_end'), ('layouts', m, 'time:asc', 'at_start'),
            ('layouts', m, 'dec64:desc', 'at_start')]:
        words = [key.split(':') for key in keys.split()]
        # pyarrow does not compare all types; these have the same order.
        data = table
        for name, cast in [('half', pa.float32()), ('view', pa.string()), ('dec64', pa.decimal128(15, 3))]:
            if name in data.column_names: data = data.set_column(data.column_names.index(name), name, data[name].cast(cast))
        order = pc.sort_indices(data.select([w[0] for w in words] + ['id']).combine_chunks(),
                                sort_keys=[(w[0], {'asc': 'ascending', 'desc': 'descending'}[w[1]]) for w in words], null_placement=nulls)
        f.write(f"{file};{keys};{'first' if nulls == 'at_start' else 'last'};{' '.join(str(i) for i in table['id'].take(order).to_pylist())}\n")
