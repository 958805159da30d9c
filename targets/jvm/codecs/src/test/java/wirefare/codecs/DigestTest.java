package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wirefare.data.Dataset;

/** The generated data are those of every other target: the bytes and digests that targets/DATA.md prints. */
class DigestTest {
    @ParameterizedTest
    @CsvSource({
        "book, 439701, 6bb85e36f600503de4dc69ce5f5999f5041a217ee1e8a758ecb53c92daace8b1",
        "video, 171164, 423d0ad3f6c668b3135c892459c505494c41e57f7032a34249c5f14ebaf2443e",
        "file, 106891, f6d6ba70b34d6504d7171137bd5d47f093a7d4ddbc0c3476ebddacf0b5633bef",
    })
    void theFirstThousandAsJsonAreWhatTheyAreElsewhere(String name, int bytes, String sha256) throws Exception {
        var dataset = Dataset.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
        var json = encoded(dataset);
        assertEquals(bytes, json.length);
        assertEquals(sha256, digest(json));
    }

    private static <T> byte[] encoded(Dataset<T> dataset) {
        return new JacksonJson().encodeList(dataset, dataset.first(1_000));
    }

    private static String digest(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
