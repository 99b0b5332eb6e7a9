package io.github.tornadosort.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Kinds of damage to files that disks, transfers, editors and other programs may cause. */
enum Damage {
    TRUNCATED {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            return Arrays.copyOf(file, random.nextInt(file.length + 1));
        }
    },
    BIT_FLIPPED {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            byte[] damaged = file.clone();
            if (file.length > 0) {
                damaged[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return damaged;
        }
    },
    BYTE_ADDED {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            int at = random.nextInt(file.length + 1);
            return replaced(file, at, at, new byte[] {(byte) random.nextInt(256)});
        }
    },
    BYTE_LOST {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            int at = random.nextInt(file.length + 1);
            return replaced(file, at, Math.min(at + 1, file.length), new byte[0]);
        }
    },
    PIECE_REPEATED {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            int from = random.nextInt(file.length + 1);
            int to = random.nextInt(from, file.length + 1);
            return replaced(file, to, to, Arrays.copyOfRange(file, from, to));
        }
    },
    /** Replaces a number in a header or on a line by one that is out of range or invalid. */
    ANOTHER_NUMBER {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            int from = random.nextInt(file.length + 1);
            while (from < file.length && !isDigit(file[from])) {
                from++;
            }
            int to = from;
            while (to < file.length && isDigit(file[to])) {
                to++;
            }
            String number = NUMBERS[random.nextInt(NUMBERS.length)];
            return replaced(file, from, to, number.getBytes(StandardCharsets.UTF_8));
        }
    },
    CARRIAGE_RETURNS {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            String text = new String(file, StandardCharsets.ISO_8859_1);
            return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        }
    },
    NO_FINAL_NEWLINE {
        @Override
        byte[] of(byte[] file, SplittableRandom random) {
            String text = new String(file, StandardCharsets.ISO_8859_1);
            return text.stripTrailing().getBytes(StandardCharsets.ISO_8859_1);
        }
    };

    private static final String[] NUMBERS = {
        "", "0", "-1", "127", "128", "-129", "255", "256", "65536", "2147483648", "-2147483649", "4294967296",
        "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999999", "1e400", "1e-400",
        "1.5", "nan", "NaN", "-inf", "0x10", "1_000", "1L", "\u0663", "None", "()", "3, 3"
    };

    /** Returns the damaged bytes of a file. */
    abstract byte[] of(byte[] file, SplittableRandom random);

    private static byte[] replaced(byte[] file, int from, int to, byte[] piece) {
        byte[] result = Arrays.copyOf(file, file.length - (to - from) + piece.length);
        System.arraycopy(piece, 0, result, from, piece.length);
        System.arraycopy(file, to, result, from + piece.length, file.length - to);
        return result;
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }
}
