// CUB's device-wide sorts, and its counterparts of the stages, as contenders of benchmarks/run.
//
//   nvcc -O3 -std=c++17 -arch=native -o cub-peer cub_peer.cu
//   cub-peer cub|cub-merge
//
// Says who it is in one line of JSON, then answers each line of standard input,
// "OPERATION TYPE N MEASURE PATH", with one line of JSON: a time in nanoseconds, or why there is none.
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/logical.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

static void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

/** Device memory that goes with its scope. */
template <class T>
struct DeviceArray {
  T* data = nullptr;
  explicit DeviceArray(size_t n) { check(cudaMalloc(&data, n * sizeof(T) + 1)); }
  ~DeviceArray() { cudaFree(data); }
  DeviceArray(const DeviceArray&) = delete;
};

/** A file of keys, mapped. */
struct KeyFile {
  void* data;
  size_t bytes;
  KeyFile(const std::string& path, size_t size) : bytes(size) {
    int file = open(path.c_str(), O_RDONLY);
    if (file < 0) throw std::runtime_error("cannot open " + path);
    data = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    if (data == MAP_FAILED) throw std::runtime_error("cannot map " + path);
  }
  ~KeyFile() { munmap(data, bytes); }
};

static long long now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Less {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};

/** One algorithm, keys only or with 32-bit values; called twice, as CUB's functions are: for its scratch, then to sort. */
template <class Key>
struct Sort {
  bool merge, pairs;
  size_t n;
  // The radix sort writes to second buffers; the merge sort sorts in place.
  Key *keys, *sortedKeys;
  uint32_t *values, *sortedValues;

  void operator()(void* scratch, size_t& bytes) const {
    if (merge) {
      check(pairs ? cub::DeviceMergeSort::SortPairs(scratch, bytes, keys, values, n, Less())
                  : cub::DeviceMergeSort::SortKeys(scratch, bytes, keys, n, Less()));
    } else {
      check(pairs ? cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sortedKeys, values, sortedValues, n)
                  : cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sortedKeys, n));
    }
  }
  Key* result() const { return merge ? keys : sortedKeys; }
  uint32_t* resultValues() const { return merge ? values : sortedValues; }
};

template <class Key>
struct Mixed {
  __device__ unsigned long long operator()(Key key) const {
    unsigned long long z = 0x9E3779B97F4A7C15ull;
    memcpy(&z, &key, sizeof key);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
};

template <class Key>
struct InOrder {
  const Key *keys, *given;
  const uint32_t* values;
  __device__ bool operator()(size_t i) const {
    // Equal keys of different bits cannot be told apart here; the hash of all keys tells.
    if (values != nullptr && (given[values[i]] < keys[i] || keys[i] < given[values[i]])) return false;
    return i == 0 || !(keys[i] < keys[i - 1]);
  }
};

template <class Key>
static unsigned long long hash(const Key* keys, size_t n) {
  return thrust::transform_reduce(thrust::device, keys, keys + n, Mixed<Key>(), 0ull, thrust::plus<unsigned long long>());
}

template <class Key>
static std::string timed(bool merge, bool pairs, size_t n, const std::string& measure, const std::string& path) {
  KeyFile file(path, n * sizeof(Key));
  DeviceArray<Key> given(n), keys(n), sortedKeys(merge ? 0 : n);
  DeviceArray<uint32_t> values(pairs ? n : 0), sortedValues(pairs && !merge ? n : 0);
  Sort<Key> sort{merge, pairs, n, keys.data, sortedKeys.data, values.data, sortedValues.data};
  size_t scratchBytes = 0;
  sort(nullptr, scratchBytes);
  DeviceArray<char> scratch(scratchBytes);

  auto prepare = [&] {
    check(cudaMemcpy(keys.data, given.data, n * sizeof(Key), cudaMemcpyDeviceToDevice));
    if (pairs) thrust::sequence(thrust::device, values.data, values.data + n);
    check(cudaDeviceSynchronize());
  };
  check(cudaMemcpy(given.data, file.data, n * sizeof(Key), cudaMemcpyHostToDevice));

  prepare();
  cudaEvent_t before, after;
  check(cudaEventCreate(&before));
  check(cudaEventCreate(&after));
  check(cudaEventRecord(before));
  sort(scratch.data, scratchBytes);
  check(cudaEventRecord(after));
  check(cudaDeviceSynchronize());
  float kernelMillis;
  check(cudaEventElapsedTime(&kernelMillis, before, after));
  cudaEventDestroy(before);
  cudaEventDestroy(after);

  InOrder<Key> inOrder{sort.result(), given.data, pairs ? sort.resultValues() : nullptr};
  thrust::counting_iterator<size_t> indices(0);
  bool right = hash(given.data, n) == hash(sort.result(), n) &&
               thrust::all_of(thrust::device, indices, indices + n, inOrder);
  if (!right) return "{\"failed\": \"the result is not the given keys in order\"}";

  long long nanos = (long long)(kernelMillis * 1e6);
  if (measure == "endToEnd") {
    // A program holds its keys in memory of its own, which is not pinned. The device's memory is there already; the sort of a
    // pair leaves its values on the device, as numbers.
    static std::vector<char> hostBytes;
    hostBytes.assign((char*)file.data, (char*)file.data + file.bytes);
    Key* host = (Key*)hostBytes.data();
    long long start = now();
    check(cudaMemcpy(keys.data, host, n * sizeof(Key), cudaMemcpyHostToDevice));
    sort(scratch.data, scratchBytes);
    check(cudaMemcpy(host, sort.result(), n * sizeof(Key), cudaMemcpyDeviceToHost));
    nanos = now() - start;
  }
  return "{\"nanos\": " + std::to_string(nanos) + "}";
}

/**
 * Milliseconds of the kernels of a CUB function, which is called for its scratch first. The mean of calls that follow one
 * another: a single one on an idle device takes up to five times as long as its kernels.
 */
template <class Call>
static float kernelMillis(Call call) {
  const int warmUps = 5, calls = 20;
  size_t bytes = 0;
  check(call(nullptr, bytes));
  DeviceArray<char> scratch(bytes);
  cudaEvent_t before, after;
  check(cudaEventCreate(&before));
  check(cudaEventCreate(&after));
  for (int i = 0; i < warmUps; i++) check(call(scratch.data, bytes));
  check(cudaEventRecord(before));
  for (int i = 0; i < calls; i++) check(call(scratch.data, bytes));
  check(cudaEventRecord(after));
  check(cudaDeviceSynchronize());
  float millis;
  check(cudaEventElapsedTime(&millis, before, after));
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  return millis / calls;
}

/** The counterpart of a stage for n ints. StageJob.java says what each operation does. */
struct Stage {
  static const int SEGMENT = 200;
  std::string operation;
  int n;
  std::vector<int> keys, second, expected, expectedNumbers;
  bool isCounted = false;

  Stage(const std::string& name, int length, const int* from) : operation(name), n(length), keys(from, from + length) {}

  /** Makes the inputs and the results; returns false if there is no such operation. */
  bool prepare() {
    if (operation == "scan") {
      int sum = 0;
      for (int key : keys) {
        expected.push_back(sum);
        sum = (int)((unsigned)sum + (unsigned)key);
      }
    } else if (operation == "select") {
      for (int key : keys) {
        second.push_back(key & 1);
        if (key & 1) expected.push_back(key);
      }
      isCounted = true;
    } else if (operation == "unique" || operation == "run-lengths" || operation == "reduce-by-key") {
      second = keys;
      for (int i = 0; i < n; i++) {
        keys[i] = keys[i / 8 * 8];
        if (i == 0 || keys[i] != keys[i - 1]) {
          expected.push_back(keys[i]);
          expectedNumbers.push_back(0);
        }
        int number = operation == "run-lengths" ? 1 : second[i];
        expectedNumbers.back() = (int)((unsigned)expectedNumbers.back() + (unsigned)number);
      }
      if (operation == "unique") expectedNumbers.clear();
      isCounted = true;
    } else if (operation == "segments-200") {
      expected = keys;
      for (int from = 0; from < n; from += SEGMENT) {
        second.push_back(from);
        std::sort(expected.begin() + from, expected.begin() + std::min<long long>(n, (long long)from + SEGMENT));
      }
      second.push_back(n);
    } else {
      return false;
    }
    return true;
  }

  float run(const int* in, const int* in2, int* out, int* numbers, int* count) const {
    return kernelMillis([&](void* scratch, size_t& bytes) {
      if (operation == "scan") return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, n);
      if (operation == "select") return cub::DeviceSelect::Flagged(scratch, bytes, in, in2, out, count, n);
      if (operation == "unique") return cub::DeviceSelect::Unique(scratch, bytes, in, out, count, n);
      if (operation == "run-lengths") return cub::DeviceRunLengthEncode::Encode(scratch, bytes, in, out, numbers, count, n);
      if (operation == "reduce-by-key")
        return cub::DeviceReduce::ReduceByKey(scratch, bytes, in, out, in2, numbers, count, thrust::plus<int>(), n);
      return cub::DeviceSegmentedSort::StableSortKeys(scratch, bytes, in, out, n, (int)second.size() - 1, in2, in2 + 1);
    });
  }

  std::string measure() const {
    DeviceArray<int> in(n), in2(second.size()), out(n), numbers(n), count(1);
    check(cudaMemcpy(in.data, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemcpy(in2.data, second.data(), second.size() * sizeof(int), cudaMemcpyHostToDevice));
    float millis = run(in.data, in2.data, out.data, numbers.data, count.data);
    int found = 0;
    check(cudaMemcpy(&found, count.data, sizeof found, cudaMemcpyDeviceToHost));
    if ((isCounted && found != (int)expected.size()) || !isSame(expected, out.data) || !isSame(expectedNumbers, numbers.data))
      return "{\"failed\": \"the result is wrong\"}";
    return "{\"nanos\": " + std::to_string((long long)(millis * 1e6)) + "}";
  }

  static bool isSame(const std::vector<int>& expected, const int* onDevice) {
    std::vector<int> found(expected.size());
    check(cudaMemcpy(found.data(), onDevice, found.size() * sizeof(int), cudaMemcpyDeviceToHost));
    return found == expected;
  }
};

static std::string answer(bool merge, const std::string& line) {
  std::istringstream words(line);
  std::string operation, type, measure, path;
  size_t n;
  words >> operation >> type >> n >> measure >> std::ws;
  std::getline(words, path);
  bool pairs = operation == "pairs";
  if (operation != "sort" && !pairs) {
    if (type != "int32" || merge) return "{\"skipped\": \"has no " + operation + " of " + type + "\"}";
    KeyFile file(path, n * sizeof(int));
    Stage stage(operation, (int)n, (const int*)file.data);
    return stage.prepare() ? stage.measure() : "{\"skipped\": \"has no " + operation + "\"}";
  }
  if (type == "int32") return timed<int32_t>(merge, pairs, n, measure, path);
  if (type == "uint32") return timed<uint32_t>(merge, pairs, n, measure, path);
  if (type == "int64") return timed<int64_t>(merge, pairs, n, measure, path);
  if (type == "uint64") return timed<uint64_t>(merge, pairs, n, measure, path);
  if (type == "float32") return timed<float>(merge, pairs, n, measure, path);
  if (type == "float64") return timed<double>(merge, pairs, n, measure, path);
  return "{\"skipped\": \"no keys of type " + type + "\"}";
}

int main(int argc, char** argv) {
  bool merge = argc > 1 && std::string(argv[1]) == "cub-merge";
  cudaDeviceProp device;
  cudaError_t status = cudaGetDeviceProperties(&device, 0);
  if (status != cudaSuccess) {
    fprintf(stderr, "no CUDA device: %s\n", cudaGetErrorString(status));
    return 1;
  }
  printf("{\"ours\": false, \"what\": \"CUB %d.%d.%d%s, CUDA %d.%d\", \"device\": \"%s\"}\n", CUB_MAJOR_VERSION,
         CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, merge ? " DeviceMergeSort" : "", CUDART_VERSION / 1000,
         CUDART_VERSION % 1000 / 10, device.name);
  fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::string reply;
    try {
      reply = answer(merge, line);
    } catch (const std::exception& e) {
      reply = std::string("{\"failed\": \"") + e.what() + "\"}";
    }
    printf("%s\n", reply.c_str());
    fflush(stdout);
  }
}
