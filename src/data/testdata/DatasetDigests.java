// Prints dataset-digests.json: SHA-256 of the canonical text (test/support/documents/canonical-text.ts) of
// the first 1 000 records of each dataset, drawn with the real java.util.Random and the real java.util.UUID,
// and the first record in clear.
//   java DatasetDigests.java > dataset-digests.json

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiFunction;

public class DatasetDigests {
    static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    static final String[] BOOK_TYPES = {"DIGITAL", "HARDCOVER", "PAPERBACK"};
    static final String[] VIDEO_FORMATS = {"webm", "mkv", "flv", "mp4", "avi", "mov", "wmv", "ogg"};
    static final int[][] WIDTH_HEIGHT = {
        {256, 144}, {426, 240}, {640, 360}, {854, 480}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}
    };

    public static void main(String[] args) throws Exception {
        System.out.println("{");
        dataset("book", 20170613L, DatasetDigests::book, ",");
        dataset("video", 20170614L, DatasetDigests::video, ",");
        dataset("file", 0L, DatasetDigests::file, "");
        System.out.println("}");
    }

    static void dataset(String name, long seed, BiFunction<Random, Integer, String> draw, String end) throws Exception {
        Random random = new Random(seed);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        String first = null;
        for (int i = 0; i < 1000; i++) {
            String line = draw.apply(random, i);
            if (first == null) first = line;
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        String shown = first.replace("\t", "\\t").replace("\n", "\\n");
        System.out.println("\"" + name + "\":{\"seed\":" + seed + ",\"records\":1000,\"sha256\":\""
            + HexFormat.of().formatHex(digest.digest()) + "\",\n\"first\":\"" + shown + "\"}" + end);
    }

    static String book(Random r, int index) {
        String title = text(r, 10, 30);
        String author = text(r, 10, 20);
        String description = text(r, 100, 400);
        long most = (r.nextLong() & ~0xF000L) | 0x4000L;
        long least = (r.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        UUID uuid = new UUID(most, least);
        if (uuid.version() != 4 || uuid.variant() != 2) throw new IllegalStateException();
        int numInStock = r.nextInt(1001);
        double price = r.nextInt(200001) / 100.0;
        String type = BOOK_TYPES[r.nextInt(3)];
        boolean onSale = r.nextBoolean();
        return string(title) + string(author) + string(description) + string(uuid + ".png")
            + numInStock + "\t" + bits(price) + string(type) + onSale + "\t\n";
    }

    static String video(Random r, int index) {
        String uri = "https://www.youtube.com/watch?v=" + characters(r, 11);
        String title = text(r, 10, 30);
        String format = VIDEO_FORMATS[r.nextInt(8)];
        int[] size = WIDTH_HEIGHT[r.nextInt(8)];
        int length = 10 + r.nextInt(3591);
        int views = r.nextInt(10000001);
        boolean enabled = r.nextBoolean();
        return string(uri) + string(title) + string(format) + size[1] + "\t" + size[0] + "\t" + length + "\t"
            + views + "\t" + enabled + "\t\n";
    }

    static String file(Random r, int index) {
        return string("filename" + index + ".extension") + string("1997-07-16T19:20:30+00:00") + "1231234\t"
            + string("sdfasfarf4r5sf") + "\n";
    }

    static String text(Random r, int min, int max) {
        return characters(r, min + r.nextInt(max - min + 1));
    }

    static String characters(Random r, int count) {
        StringBuilder out = new StringBuilder(count);
        for (int i = 0; i < count; i++) out.append(ALPHABET.charAt(r.nextInt(62)));
        return out.toString();
    }

    static String string(String value) {
        return value.length() + ":" + value + "\t";
    }

    static String bits(double value) {
        return String.format("%016x\t", Double.doubleToLongBits(value));
    }
}
