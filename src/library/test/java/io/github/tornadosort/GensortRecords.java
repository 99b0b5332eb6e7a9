package io.github.tornadosort;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** Records of the sort benchmark (sortbenchmark.org): 100 bytes, of which the first 10 are the key. */
final class GensortRecords {
    static final int WIDTH = 100;
    static final int KEY = 10;

    private GensortRecords() {}

    /**
     * Binary records: a random key, 00 11, the record's number as 32 hexadecimal digits, 88 99 AA BB, 48 bytes of filler,
     * CC DD EE FF.
     *
     * @param keyBits bits of the key that are random, the others are 0: few make duplicates
     */
    static byte[] generate(int n, int keyBits, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer records = ByteBuffer.allocate(n * WIDTH);
        byte[] key = new byte[KEY];
        for (int i = 0; i < n; i++) {
            random.nextBytes(key);
            for (int bit = 0; bit < 8 * KEY - keyBits; bit++) {
                key[bit / 8] &= (byte) ~(0x80 >>> bit % 8);
            }
            records.put(key).putShort((short) 0x0011).put("%032X".formatted(i).getBytes(StandardCharsets.US_ASCII))
                    .putInt(0x8899AABB);
            for (int filler = 0; filler < 12; filler++) {
                records.putInt(0x11111111 * random.nextInt(16));
            }
            records.putInt(0xCCDDEEFF);
        }
        return records.array();
    }

    /**
     * What valsort says of records.
     *
     * @param firstUnordered number of the first record with a smaller key than the one before it, or -1
     * @param duplicates records with the same key as the one before
     * @param checksum sum of the records' CRC-32s: the same for every order of the same records
     */
    record Verdict(long firstUnordered, long duplicates, long checksum) {}

    static Verdict validate(byte[] records, boolean descending) {
        long firstUnordered = -1;
        long duplicates = 0;
        long checksum = 0;
        for (int at = 0; at < records.length; at += WIDTH) {
            CRC32 crc = new CRC32();
            crc.update(records, at, WIDTH);
            checksum += crc.getValue();
            if (at == 0) {
                continue;
            }
            int before = at - WIDTH;
            int order = Arrays.compareUnsigned(records, before, before + KEY, records, at, at + KEY);
            if (order == 0) {
                duplicates++;
            } else if (order > 0 != descending && firstUnordered < 0) {
                firstUnordered = at / WIDTH;
            }
        }
        return new Verdict(firstUnordered, duplicates, checksum);
    }
}
