package wirefare.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReceiverTest {
    private static final int MESSAGES = 25;

    private static List<byte[]> tenInTurns(int count) {
        var cycle = new Cycle(new RandomContent(true, new SizePolicy.Fixed(50), 7), 10);
        var messages = new ArrayList<byte[]>();
        for (var i = 0; i < count; i++) {
            messages.add(Arrays.copyOfRange(cycle.bytes(), cycle.from(i), cycle.to(i)));
        }
        return messages;
    }

    private static Receiver received(boolean anyOrder, Consumer<List<byte[]>> harm) {
        var receiver = new Receiver(10);
        if (anyOrder) {
            receiver.allowAnyOrder();
        }
        var messages = tenInTurns(MESSAGES);
        harm.accept(messages);
        messages.forEach(message -> receiver.take(message, 0, message.length));
        return receiver;
    }

    private static String found(Consumer<List<byte[]>> harm) {
        return String.valueOf(received(false, harm).verdict(MESSAGES));
    }

    @Test
    void everyFaultIsFoundAndNoneWhereAllIsWell() {
        assertEquals("null", found(messages -> { }));
        assertEquals("1 of 25 messages did not arrive", found(messages -> messages.remove(24)));
        assertEquals("message 4 is number 3, expected 4", found(messages -> messages.add(4, messages.get(3))));
        assertEquals("message 3 is number 4, expected 3", found(messages -> messages.remove(3)));
        assertTrue(found(messages -> messages.get(13)[20] ^= 1).startsWith("message 13 arrived changed"));
        assertTrue(found(messages -> messages.get(13)[15] ^= 1).startsWith("message 13 arrived changed"));
        assertTrue(found(messages -> messages.set(2, Arrays.copyOf(messages.get(2), 10)))
                .startsWith("message 2 has no head: 10 bytes"));
    }

    @Test
    void whereNoOrderIsPromisedOvertakingIsCountedAndLossIsFound() {
        var overtaken = received(true, messages -> messages.add(5, messages.remove(4)));
        assertNull(overtaken.verdict(MESSAGES));
        assertEquals(1, overtaken.reordered());
        var doubled = received(true, messages -> messages.set(4, messages.get(5)));
        assertEquals("message 4 arrived 2 times", doubled.verdict(MESSAGES));
    }

    @Test
    void whatIsMoreThanMemoryShouldHoldIsCheckedAtOnce() {
        var content = new RandomContent(false, new SizePolicy.Fixed(100_000), 1);
        var cycle = new Cycle(content, 10);
        var receiver = new Receiver(10);
        for (var i = 0; i < 640; i++) {
            receiver.take(cycle.bytes(), cycle.from(i), 100_000);
        }
        assertTrue(receiver.checkMs() > 0);
        assertNull(receiver.verdict(640));
    }
}
