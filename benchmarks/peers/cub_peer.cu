// CUB's device-wide sorts, and its counterparts of the stages, as contenders of benchmarks/run.
//
//   nvcc -O3 -std=c++17 -arch=native -o cub-peer cub_peer.cu
//   cub-peer radix|merge|stages
//
// Says who it is in one line of JSON, then answers each line of standard input,
// "OPERATION TYPE N MEASURES PATH", with one line of JSON: times in nanoseconds, or why there are none.
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>
#include <thrust/binary_search.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/logical.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <chrono>
#include <climits>
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
static std::string measure(bool merge, bool pairs, size_t n, const std::string& measures, const std::string& path) {
  KeyFile file(path, n * sizeof(Key));
  // A program holds its keys in memory of its own, which is not pinned.
  static std::vector<char> hostBytes;
  hostBytes.assign((char*)file.data, (char*)file.data + file.bytes);
  Key* host = (Key*)hostBytes.data();

  DeviceArray<Key> given(n), keys(n), sortedKeys(merge ? 0 : n);
  DeviceArray<uint32_t> values(pairs ? n : 0), sortedValues(pairs && !merge ? n : 0);
  Sort<Key> sort{merge, pairs, n, keys.data, sortedKeys.data, values.data, sortedValues.data};
  size_t scratchBytes = 0;
  sort(nullptr, scratchBytes);
  DeviceArray<char> scratch(scratchBytes);
  size_t deviceBytes = (merge ? 1 : 2) * n * (sizeof(Key) + (pairs ? 4 : 0)) + scratchBytes;

  auto prepare = [&] {
    check(cudaMemcpy(keys.data, given.data, n * sizeof(Key), cudaMemcpyDeviceToDevice));
    if (pairs) thrust::sequence(thrust::device, values.data, values.data + n);
    check(cudaDeviceSynchronize());
  };
  check(cudaMemcpy(given.data, host, n * sizeof(Key), cudaMemcpyHostToDevice));

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
  bool right = hash(given.data, n) == hash(sort.result(), n) &&
               thrust::all_of(thrust::device, thrust::counting_iterator<size_t>(0), thrust::counting_iterator<size_t>(n), inOrder);
  if (!right) return "{\"failed\": \"the result is not the given keys in order\"}";

  // End to end with the device's memory there already; the sort of a pair leaves its values on the device, as numbers.
  std::ostringstream reply;
  reply << "{\"nanos\": {";
  if (measures.find("endToEnd") != std::string::npos) {
    long long start = now();
    check(cudaMemcpy(keys.data, host, n * sizeof(Key), cudaMemcpyHostToDevice));
    sort(scratch.data, scratchBytes);
    check(cudaMemcpy(host, sort.result(), n * sizeof(Key), cudaMemcpyDeviceToHost));
    reply << "\"endToEnd\": " << now() - start << ", ";
  }
  reply << "\"kernel\": " << (long long)(kernelMillis * 1e6) << "}, \"counts\": {\"deviceBytes\": " << deviceBytes << "}}";
  return reply.str();
}

/**
 * Milliseconds of the kernels of a CUB function, which is called for its scratch first. The mean of calls that follow one another: a
 * single one on an idle device takes up to five times as long as its kernels.
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
  std::string operation;
  int n, size;
  std::vector<int> keys, second, expected, expectedNumbers;
  bool isCounted = false;

  Stage(const std::string& name, int length, const int* from) : n(length), keys(from, from + length) {
    size_t digits = name.find_last_not_of("0123456789") + 1;
    operation = name.substr(0, digits);
    size = digits < name.size() ? std::stoi(name.substr(digits)) : 0;
  }

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
    } else if (operation == "merge") {
      expected = keys;
      std::sort(expected.begin(), expected.end());
      std::sort(keys.begin(), keys.begin() + n / 2);
      std::sort(keys.begin() + n / 2, keys.end());
    } else if (operation == "search") {
      second = keys;
      std::sort(keys.begin(), keys.end());
      for (int key : second) expected.push_back((int)(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin()));
    } else if (operation == "histogram-") {
      for (long long b = 0; b <= size; b++) second.push_back((int)std::min<long long>(INT_MAX, INT_MIN + (1ll << 32) * b / size));
      expected.assign(size, 0);
      for (int key : keys) {
        long bin = std::upper_bound(second.begin(), second.end(), key) - second.begin() - 1;
        if (bin < size) expected[bin]++;
      }
    } else if (operation == "segments-") {
      expected = keys;
      for (int from = 0; from < n; from += size) {
        second.push_back(from);
        std::sort(expected.begin() + from, expected.begin() + std::min<long long>(n, (long long)from + size));
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
      if (operation == "merge") return cub::DeviceMerge::MergeKeys(scratch, bytes, in, n / 2, in + n / 2, n - n / 2, out);
      if (operation == "histogram-") return cub::DeviceHistogram::HistogramRange(scratch, bytes, in, out, size + 1, in2, n);
      if (operation == "segments-")
        return cub::DeviceSegmentedSort::StableSortKeys(scratch, bytes, in, out, n, (int)second.size() - 1, in2, in2 + 1);
      // CUB has no search.
      if (scratch != nullptr) thrust::lower_bound(thrust::device, in, in + n, in2, in2 + n, out);
      return cudaGetLastError();
    });
  }

  std::string measure() const {
    DeviceArray<int> in(n), in2(second.size()), out(std::max(n, size)), numbers(n), count(1);
    check(cudaMemcpy(in.data, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemcpy(in2.data, second.data(), second.size() * sizeof(int), cudaMemcpyHostToDevice));
    float millis = run(in.data, in2.data, out.data, numbers.data, count.data);
    int found = 0;
    check(cudaMemcpy(&found, count.data, sizeof found, cudaMemcpyDeviceToHost));
    if ((isCounted && found != (int)expected.size()) || !isSame(expected, out.data) || !isSame(expectedNumbers, numbers.data))
      return "{\"failed\": \"the result is wrong\"}";
    return "{\"nanos\": {\"kernel\": " + std::to_string((long long)(millis * 1e6)) + "}}";
  }

  static bool isSame(const std::vector<int>& expected, const int* onDevice) {
    std::vector<int> found(expected.size());
    check(cudaMemcpy(found.data(), onDevice, found.size() * sizeof(int), cudaMemcpyDeviceToHost));
    return found == expected;
  }
};

static std::string answer(const std::string& mode, const std::string& line) {
  std::istringstream words(line);
  std::string operation, type, measures, path;
  size_t n;
  words >> operation >> type >> n >> measures >> std::ws;
  std::getline(words, path);
  if (mode == "stages") {
    if (type != "int32") return "{\"skipped\": \"no keys of type " + type + "\"}";
    KeyFile file(path, n * sizeof(int));
    Stage stage(operation, (int)n, (const int*)file.data);
    return stage.prepare() ? stage.measure() : "{\"skipped\": \"no operation '" + operation + "'\"}";
  }
  bool merge = mode == "merge";
  if (operation != "sort" && operation != "pairs") return "{\"skipped\": \"no operation '" + operation + "'\"}";
  bool pairs = operation == "pairs";
  if (type == "int32") return measure<int32_t>(merge, pairs, n, measures, path);
  if (type == "uint32") return measure<uint32_t>(merge, pairs, n, measures, path);
  if (type == "int64") return measure<int64_t>(merge, pairs, n, measures, path);
  if (type == "uint64") return measure<uint64_t>(merge, pairs, n, measures, path);
  if (type == "float32") return measure<float>(merge, pairs, n, measures, path);
  if (type == "float64") return measure<double>(merge, pairs, n, measures, path);
  return "{\"skipped\": \"no keys of type " + type + "\"}";
}

/** Bytes read and written a second by cudaMemcpy on the device, the best of several. */
static double copyBytesPerSecond() {
  size_t bytes = size_t(1) << 28;
  DeviceArray<char> from(bytes), to(bytes);
  double best = 0;
  for (int i = 0; i < 10; i++) {
    check(cudaDeviceSynchronize());
    cudaEvent_t before, after;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before);
    check(cudaMemcpyAsync(to.data, from.data, bytes, cudaMemcpyDeviceToDevice));
    cudaEventRecord(after);
    check(cudaDeviceSynchronize());
    float millis;
    cudaEventElapsedTime(&millis, before, after);
    best = std::max(best, 2.0 * bytes / millis * 1e3);
  }
  return best;
}

int main(int argc, char** argv) {
  std::string mode = argc > 1 ? argv[1] : "radix";
  cudaDeviceProp device;
  cudaError_t status = cudaGetDeviceProperties(&device, 0);
  if (status != cudaSuccess) {
    printf("{\"absent\": \"no CUDA device: %s\"}\n", cudaGetErrorString(status));
    return 0;
  }
  printf("{\"ours\": false, \"what\": \"CUB %d.%d.%d %s, CUDA %d.%d\", \"device\": \"%s\", \"copyBytesPerSecond\": %.0f}\n",
         CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION,
         mode == "merge" ? "DeviceMergeSort" : mode == "stages" ? "and Thrust" : "DeviceRadixSort",
         CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10, device.name, copyBytesPerSecond());
  fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    std::string reply;
    try {
      reply = answer(mode, line);
    } catch (const std::exception& e) {
      reply = std::string("{\"failed\": \"") + e.what() + "\"}";
    }
    printf("%s\n", reply.c_str());
    fflush(stdout);
  }
}
