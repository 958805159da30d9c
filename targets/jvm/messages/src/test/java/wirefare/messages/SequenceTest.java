package wirefare.messages;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import wirefare.exchange.Query;
import wirefare.exchange.Refusal;

class SequenceTest {
    private final Sequences sequences = new Sequences(true);

    /** What was sent, and {@code closed}. */
    private static final class Told implements Outlet {
        final BlockingQueue<String> words = new LinkedBlockingQueue<>();
        final BlockingQueue<Long> atNs = new LinkedBlockingQueue<>();

        @Override
        public void send(byte[] bytes, int from, int to) throws IOException {
            atNs.add(System.nanoTime());
            words.add(new String(bytes, from, 8, ISO_8859_1));
        }

        @Override
        public void flush() {
        }

        @Override
        public void close(String failure) {
            words.add("closed " + failure);
        }

        String next() throws InterruptedException {
            return words.poll(5, TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void end() {
        sequences.close();
    }

    private Sequence made(String direction, String mode, int messages, String rest) {
        return sequences.make(("""
                {"direction":"%s","mode":"%s","messages":%d%s,
                 "content":{"kind":"random","body":"text","size":{"policy":"fixed","bytes":16},"seed":7}}""")
                .formatted(direction, mode, messages, rest).getBytes(UTF_8));
    }

    @Test
    void throughputSendsAllInOrderOnceItHasBegunAndHasItsWay() throws Exception {
        var sequence = made("server-to-client", "throughput", 3, "");
        var told = new Told();
        sequence.claimWay();
        sequence.begin();
        sequence.attach(told);
        for (var number : List.of("00000000", "00000001", "00000002")) {
            assertEquals(number, told.next());
        }
        assertThrows(Refusal.class, sequence::claimWay);
        assertThrows(Refusal.class, sequence::begin);
        var state = sequences.end(sequence);
        assertEquals(3, state.sent());
        assertNull(state.failure());
        assertEquals("closed null", told.next());
        assertThrows(Refusal.class, () -> sequences.named(sequence.id()));
    }

    @Test
    void pingPongSendsWhatIsAskedForAndNoMore() throws Exception {
        var sequence = made("server-to-client", "ping-pong", 2, "");
        var told = new Told();
        sequence.claimWay();
        sequence.attach(told);
        sequence.begin();
        assertTrue(told.words.isEmpty());
        assertEquals(1, sequence.next());
        assertEquals("00000000", told.next());
        assertTrue(told.words.isEmpty());
        assertEquals(2, sequence.next());
        assertEquals("00000001", told.next());
    }

    @Test
    void pacedMessagesNeverLeaveBeforeTheirTime() throws Exception {
        var sequence = made("server-to-client", "paced", 20, ",\"ratePerSecond\":400");
        var told = new Told();
        sequence.claimWay();
        sequence.attach(told);
        var fromNs = System.nanoTime();
        sequence.begin();
        for (var i = 0; i < 20; i++) {
            told.next();
            assertTrue(told.atNs.take() - fromNs >= (i + 1) * 2_500_000L, "message " + i);
        }
    }

    @Test
    void whatWaitsForItsTimeStopsWhenTheSequenceEnds() throws Exception {
        var sequence = made("server-to-client", "paced", 1, ",\"ratePerSecond\":0.001");
        var told = new Told();
        sequence.claimWay();
        sequence.attach(told);
        sequence.begin();
        sequences.end(sequence);
        assertEquals("closed null", told.next());
    }

    @Test
    void aPollBringsWhatIsDueBehindLengths() {
        var sequence = made("server-to-client", "throughput", 100_000, "");
        sequence.begin();
        assertTrue(sequence.awaitDue(0, System.nanoTime()));
        // 20 bytes with the length: as many as fit.
        assertEquals(1_000_000, sequence.framedFrom(0).length);
        assertEquals(20, sequence.framedFrom(99_999).length);
        assertEquals(100_000, sequence.state().sent());
    }

    @Test
    void whatStandsAloneIsForgottenAfterItsLastMessage() throws Exception {
        var sequence = sequences.standAlone(Query.parse("messages=1&size=16", Sequences.standAloneParameters()));
        var told = new Told();
        sequence.claimWay();
        sequence.attach(told);
        sequence.begin();
        assertEquals("00000000", told.next());
        assertEquals("closed null", told.next());
    }

    @Test
    void postedMessagesGoBackBeforeTheyAreAnswered() throws Exception {
        var sequence = made("both-ways", "throughput", 2, "");
        var told = new Told();
        sequence.claimWay();
        sequence.attach(told);
        sequence.begin();
        assertEquals(1, sequence.takePosted("00000000811c9dc5".getBytes(ISO_8859_1)));
        assertEquals("00000000", told.words.remove());
        assertEquals("1 of 2 messages did not arrive", sequences.end(sequence).failure());
    }

    /** A client may see that its way is open before whoever opened it has said so. */
    @Test
    void messagesThatArePostedBeforeTheWayIsThereWaitForIt() throws Exception {
        var sequence = made("both-ways", "throughput", 2, "");
        var told = new Told();
        sequence.claimWay();
        sequence.begin();
        var posted = CompletableFuture.supplyAsync(
                () -> sequence.takePosted("00000000811c9dc5".getBytes(ISO_8859_1)));
        sequence.attach(told);
        assertEquals(1, posted.get(4, TimeUnit.SECONDS));
        assertEquals("00000000", told.next());
    }

    /** A client that neither reads nor leaves: its connection has to be broken. */
    private static final class Stalled implements Outlet {
        final CountDownLatch isSending = new CountDownLatch(1);
        final CountDownLatch isBroken = new CountDownLatch(1);
        final CountDownLatch isClosed = new CountDownLatch(1);

        @Override
        public void send(byte[] bytes, int from, int to) throws IOException {
            isSending.countDown();
            try {
                isBroken.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("the connection broke");
        }

        @Override
        public void flush() {
        }

        @Override
        public void close(String failure) {
            isClosed.countDown();
        }
    }

    @Test
    void aClientThatDoesNotReadIsHungUpWhenTheSequenceIsOver() throws Exception {
        var sequence = made("server-to-client", "throughput", 3, "");
        var stalled = new Stalled();
        sequence.claimWay();
        sequence.hangUpBy(stalled.isBroken::countDown);
        sequence.attach(stalled);
        sequence.begin();
        assertTrue(stalled.isSending.await(5, TimeUnit.SECONDS));
        sequences.forget(sequence);
        assertTrue(stalled.isClosed.await(5, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatReadsIsNotHungUp() throws Exception {
        var sequence = made("server-to-client", "throughput", 1, "");
        var isHungUp = new CountDownLatch(1);
        var told = new Told();
        sequence.claimWay();
        sequence.hangUpBy(isHungUp::countDown);
        sequence.attach(told);
        sequence.begin();
        assertEquals("00000000", told.next());
        sequences.forget(sequence);
        assertEquals("closed null", told.next());
        assertFalse(isHungUp.await(2_500, TimeUnit.MILLISECONDS));
    }
}
