package wirefare.exchange;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A body in memory, in blocks that are never copied to make room: timing must not cost what it would not have cost anyhow.
 * For one thread.
 */
public final class Body extends OutputStream {
    private static final int BLOCK_BYTES = 32_768;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] block = new byte[0];
    private int used;

    @Override
    public void write(int b) {
        makeRoom();
        block[used++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        var at = from;
        var left = length;
        while (left > 0) {
            makeRoom();
            var count = Math.min(left, BLOCK_BYTES - used);
            System.arraycopy(bytes, at, block, used, count);
            used += count;
            at += count;
            left -= count;
        }
    }

    public int size() {
        return full.size() * BLOCK_BYTES + used;
    }

    public void writeTo(OutputStream out) throws IOException {
        for (var each : full) {
            out.write(each);
        }
        // A server that has had all that the head announces takes nothing more, not even nothing.
        if (used > 0) {
            out.write(block, 0, used);
        }
    }

    private void makeRoom() {
        if (used == block.length) {
            if (used > 0) {
                full.add(block);
            }
            block = new byte[BLOCK_BYTES];
            used = 0;
        }
    }
}
