package wirefare.codecs;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirefare.data.BooksRequest;

class HostileFastInfosetTest {
    private final Codec codec = new FastInfoset();
    private final byte[] good = codec.encode(BooksRequest.of(12));

    @ParameterizedTest
    @ValueSource(strings = {
        "", "00", "e000000100",
        // A document type declaration without and with a system identifier, then the element.
        "e000000100c4f0", "e000000100c8056162f0", "e0000001002078cf0000",
        // A string that says it has 2 147 483 000 octets.
        "e0000001003c0b626f6f6b73526571756573743c006e82ffffffff",
        "e0000001003c0b626f6f6b73526571756573743c006e937ffffde8",
    })
    void whatIsNoDocumentIsMalformed(String hex) {
        var bytes = HexFormat.of().parseHex(hex);
        assertThrows(MalformedException.class, () -> codec.decode(bytes, BooksRequest.class));
    }

    @Test
    void whateverIsCutOffIsMalformed() {
        for (var length = 0; length < good.length - 1; length++) {
            var bytes = Arrays.copyOf(good, length);
            assertThrows(MalformedException.class, () -> codec.decode(bytes, BooksRequest.class));
        }
    }

    @Test
    void whateverIsChangedIsARequestOrMalformed() {
        var random = new Random(7);
        var malformed = 0;
        for (var i = 0; i < 1_500; i++) {
            var bytes = good.clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                codec.decode(bytes, BooksRequest.class).getN();
            } catch (MalformedException e) {
                malformed++;
            }
        }
        assertTrue(malformed > 500, malformed + " malformed");
    }
}
