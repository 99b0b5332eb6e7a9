"""CuPy's and PyTorch's sorts as contenders of benchmarks/run.

    python3 gpu_peer.py cupy|torch

Says who it is in one line of JSON, then answers each line of standard input,
"OPERATION TYPE N MEASURES PATH", with one line of JSON: times in nanoseconds, or why there are none.
"""

import json
import sys
import time


def say(what):
    print(json.dumps(what), flush=True)


class Torch:
    """torch.sort, which always returns indices too. Unsigned keys are sorted as signed keys with the same bits."""

    SAME_BITS = {"uint16": "int16", "uint32": "int32", "uint64": "int64"}

    def __init__(self):
        import numpy
        import torch

        self.numpy = numpy
        self.torch = torch
        if not torch.cuda.is_available():
            raise RuntimeError("torch sees no CUDA device")
        self.what = f"torch.sort, PyTorch {torch.__version__}, CUDA {torch.version.cuda}"
        self.device = torch.cuda.get_device_name()

    def host(self, path, kind):
        return self.torch.from_numpy(self.numpy.fromfile(path, dtype=self.SAME_BITS.get(kind, kind)))

    def to_device(self, host):
        return host.cuda()

    def to_host(self, keys):
        return keys.cpu()

    def sort(self, keys):
        return self.torch.sort(keys).values

    def is_right(self, given, result):
        bits = {4: self.torch.int32, 8: self.torch.int64}.get(given.element_size())
        same = bits is None or given.view(bits).sum() == result.view(bits).sum()
        return bool(same) and self.ascends(result)

    def ascends(self, keys):
        return bool((keys[1:] >= keys[:-1]).all())

    def event(self):
        return self.torch.cuda.Event(enable_timing=True)

    def kernel_nanos(self, before, after):
        return int(before.elapsed_time(after) * 1e6)

    def synchronize(self):
        self.torch.cuda.synchronize()


class Cupy:
    """cupy.sort."""

    def __init__(self):
        import cupy
        import numpy

        self.numpy = numpy
        self.cupy = cupy
        properties = cupy.cuda.runtime.getDeviceProperties(0)
        self.what = f"cupy.sort, CuPy {cupy.__version__}"
        self.device = properties["name"].decode()

    def host(self, path, kind):
        return self.numpy.fromfile(path, dtype=kind)

    def to_device(self, host):
        return self.cupy.asarray(host)

    def to_host(self, keys):
        return self.cupy.asnumpy(keys)

    def sort(self, keys):
        return self.cupy.sort(keys)

    def is_right(self, given, result):
        bits = {1: "u1", 2: "u2", 4: "u4", 8: "u8"}[given.itemsize]
        same = given.view(bits).sum(dtype="u8") == result.view(bits).sum(dtype="u8")
        return bool(same) and self.ascends(result)

    def ascends(self, keys):
        return bool((keys[1:] >= keys[:-1]).all())

    def event(self):
        return self.cupy.cuda.Event()

    def kernel_nanos(self, before, after):
        return int(self.cupy.cuda.get_elapsed_time(before, after) * 1e6)

    def synchronize(self):
        self.cupy.cuda.runtime.deviceSynchronize()


def measure(library, kind, measures, path):
    host = library.host(path, kind)
    given = library.to_device(host)
    keys = given.clone() if hasattr(given, "clone") else given.copy()
    library.synchronize()

    before, after = library.event(), library.event()
    before.record()
    result = library.sort(keys)
    after.record()
    library.synchronize()
    kernel = library.kernel_nanos(before, after)
    if not library.is_right(given, result):
        return {"failed": "the result is not the given keys in order"}
    del result, keys, given

    nanos = {"kernel": kernel}
    if "endToEnd" in measures:
        start = time.perf_counter_ns()
        library.to_host(library.sort(library.to_device(host)))
        nanos["endToEnd"] = time.perf_counter_ns() - start
    return {"nanos": nanos}


def answer(library, line):
    operation, kind, _, measures, path = line.rstrip("\n").split(" ", 4)
    if operation != "sort":
        return {"skipped": f"no operation '{operation}'"}
    try:
        return measure(library, kind, measures.split(","), path)
    except Exception as e:  # whatever a library raises is this measurement's result
        return {"failed": f"{type(e).__name__}: {e}"}


def main():
    try:
        library = {"torch": Torch, "cupy": Cupy}[sys.argv[1]]()
    except Exception as e:  # not installed, no driver, no device: all of them mean absent
        say({"absent": f"{type(e).__name__}: {e}"})
        return
    say({"ours": False, "what": library.what, "device": library.device})
    for line in sys.stdin:
        say(answer(library, line))


if __name__ == "__main__":
    main()
