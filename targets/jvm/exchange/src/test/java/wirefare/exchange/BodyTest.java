package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BodyTest {
    @Test
    void whatIsWrittenInPiecesOfAnySizeComesOutAsOne() throws IOException {
        var random = new Random(1);
        var expected = new ByteArrayOutputStream();
        var body = new Body();
        for (var length : new int[] {0, 1, 32_767, 1, 32_768, 5, 100_000, 65_536, 3}) {
            var padded = new byte[length + 7];
            random.nextBytes(padded);
            expected.write(padded, 3, length);
            body.write(padded, 3, length);
            expected.write(length);
            body.write(length);
        }
        assertEquals(expected.size(), body.size());
        var sent = new ByteArrayOutputStream();
        body.writeTo(sent);
        assertArrayEquals(expected.toByteArray(), sent.toByteArray());
    }

    @Test
    void aBodyOfWholeBlocksHasNothingLeftOver() throws IOException {
        var block = new byte[32_768];
        Arrays.fill(block, (byte) 7);
        var body = new Body();
        body.write(block, 0, block.length);
        var sent = new ByteArrayOutputStream();
        body.writeTo(sent);
        assertArrayEquals(block, sent.toByteArray());
        assertEquals(0, new Body().size());
    }
}
