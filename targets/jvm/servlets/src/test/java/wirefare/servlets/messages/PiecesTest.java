package wirefare.servlets.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PiecesTest {
    @Test
    void textIsPutTogetherOfAnyNumberOfPieces() {
        var pieces = new TextPieces(10);
        assertTrue(pieces.add(""));
        assertEquals("", pieces.take());
        assertTrue(pieces.add("whole"));
        assertEquals("whole", pieces.take());
        assertTrue(pieces.add("abc") && pieces.add("def") && pieces.add("ghij"));
        assertEquals("abcdefghij", pieces.take());
    }

    @Test
    void bytesArePutTogetherAndNoneIsSharedWithTheContainer() {
        var pieces = new BinaryPieces(6);
        var buffer = new byte[] {1, 2, 3};
        assertTrue(pieces.add(ByteBuffer.wrap(buffer)));
        buffer[0] = 9;
        assertTrue(pieces.add(ByteBuffer.wrap(buffer)));
        assertArrayEquals(new byte[] {1, 2, 3, 9, 2, 3}, pieces.take());
        assertTrue(pieces.add(ByteBuffer.wrap(buffer, 1, 2)));
        assertArrayEquals(new byte[] {2, 3}, pieces.take());
    }

    @Test
    void aMessageOfOneTooMuchIsRefusedAndSoIsAllThatFollows() {
        var text = new TextPieces(5);
        assertTrue(text.add("abc"));
        assertFalse(text.add("def"));
        assertFalse(text.add(""));
        var bytes = new BinaryPieces(5);
        assertTrue(bytes.add(ByteBuffer.allocate(5)));
        assertFalse(bytes.add(ByteBuffer.allocate(1)));
        assertFalse(bytes.add(ByteBuffer.allocate(0)));
    }
}
