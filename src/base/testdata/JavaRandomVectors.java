// Prints java-random-vectors.json: what java.util.Random gives for a few seeds. Run with real Java:
//   java JavaRandomVectors.java > java-random-vectors.json
// Longs, doubles and floats are printed by their bits, so that no decimal conversion stands between.

import java.util.Random;
import java.util.function.Function;

public class JavaRandomVectors {
    static final long[] SEEDS = {
        0L, 1L, -1L, 42L, -987654321L, 0x5DEECE66DL, (1L << 48) - 1, 1L << 48,
        9007199254740991L, Long.MAX_VALUE, Long.MIN_VALUE, 20170613L
    };
    static final int[] BOUNDS = {
        1, 2, 3, 10, 62, 64, 1001, 4096, 200001, 10000001, 1 << 30,
        (1 << 30) + 1, 1610612737, Integer.MAX_VALUE - 1, Integer.MAX_VALUE
    };

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder("[\n");
        for (int i = 0; i < SEEDS.length; i++) {
            long seed = SEEDS[i];
            out.append("{\"seed\":\"").append(seed).append("\"");
            list(out, "nextInt", seed, 20, r -> Integer.toString(r.nextInt()));
            list(out, "nextBoolean", seed, 40, r -> Boolean.toString(r.nextBoolean()));
            list(out, "nextLong", seed, 20, r -> "\"" + r.nextLong() + "\"");
            list(out, "nextDoubleBits", seed, 20, r -> "\"" + Long.toHexString(Double.doubleToLongBits(r.nextDouble())) + "\"");
            list(out, "nextFloatBits", seed, 20, r -> Integer.toString(Float.floatToIntBits(r.nextFloat())));
            out.append(",\n\"bounded\":{");
            for (int b = 0; b < BOUNDS.length; b++) {
                int bound = BOUNDS[b];
                if (b > 0) out.append(",");
                out.append("\n\"").append(bound).append("\":");
                values(out, seed, 20, r -> Integer.toString(r.nextInt(bound)));
            }
            out.append("},\n\"mixed\":");
            values(out, seed, 20, r -> "[" + r.nextInt(62) + "," + r.nextBoolean() + ",\"" + r.nextLong() + "\"," + r.nextInt(200001) + "]");
            // The 100 000th value shows that nothing drifts.
            Random far = new Random(seed);
            int last = 0;
            for (int k = 0; k < 100000; k++) last = far.nextInt();
            out.append(",\"after100000\":").append(last);
            out.append(i + 1 < SEEDS.length ? "},\n" : "}\n");
        }
        System.out.print(out.append("]\n"));
    }

    static void list(StringBuilder out, String name, long seed, int count, Function<Random, String> draw) {
        out.append(",\n\"").append(name).append("\":");
        values(out, seed, count, draw);
    }

    static void values(StringBuilder out, long seed, int count, Function<Random, String> draw) {
        Random random = new Random(seed);
        out.append("[");
        for (int k = 0; k < count; k++) out.append(k > 0 ? "," : "").append(draw.apply(random));
        out.append("]");
    }
}
