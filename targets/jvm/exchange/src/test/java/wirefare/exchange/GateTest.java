package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Gate GATE = Settings.read(Map.of(
            "WIREFARE_SECRET", SECRET,
            "WIREFARE_ORIGIN", "http://127.0.0.1:40001",
            "WIREFARE_HOST", "10.0.0.1",
            "WIREFARE_HOSTS", "lab.test,[fd00::1]")).gate();

    @Test
    void theSecretLetsIn() {
        assertNull(refusal("GET", "/exchange", "127.0.0.1", "n=1&secret=" + SECRET + "&format=json"));
        assertNull(refusal("POST", "/call/books", "localhost", "secret=" + SECRET));
    }

    @Test
    void nothingElseDoes() {
        var wrong = SECRET.substring(0, 31) + "0";
        for (var query : new String[] {null, "n=1", "secret", "secret=", "secret=" + wrong, "secret=" + SECRET + "0",
            "xsecret=" + SECRET, "secret=" + wrong + "&secret=" + SECRET}) {
            var refusal = refusal("GET", "/bytes", "127.0.0.1", query);
            assertEquals(403, refusal.status(), query);
            assertEquals("secret", refusal.parameter());
        }
    }

    @Test
    void anybodyMayAskWhatItCanAndWhatMayBeAsked() {
        assertNull(refusal("GET", "/about", "127.0.0.1", null));
        assertNull(refusal("OPTIONS", "/call/books", "127.0.0.1", null));
        assertEquals(403, refusal("POST", "/about", "127.0.0.1", null).status());
        assertEquals(403, refusal("GET", "/about/", "127.0.0.1", null).status());
    }

    @Test
    void aHostThatItWasNotGivenIsRefusedWhateverIsAsked() {
        for (var host : new String[] {"10.0.0.1", "LAB.test", "[fd00::1]", "fd00::1", "[::1]", "localhost"}) {
            assertNull(refusal("GET", "/about", host, null), host);
        }
        assertEquals(421, refusal("GET", "/about", "attacker.test", null).status());
        assertEquals(421, refusal("GET", "/bytes", "attacker.test", "secret=" + SECRET).status());
        assertEquals(421, refusal("OPTIONS", "/bytes", "attacker.test", null).status());
    }

    @Test
    void startedByHandItAnswersAnybody() {
        var open = Settings.read(Map.of()).gate();
        assertNull(open.refusalOf("GET", "/bytes", "attacker.test", null));
        assertEquals("*", open.origin());
        assertEquals("http://127.0.0.1:40001", GATE.origin());
    }

    @Test
    void aSecretThatIsNoneIsAMistakeOfWhoeverStartsIt() {
        var wrong = Map.of("WIREFARE_SECRET", SECRET.toUpperCase());
        var message = assertThrows(IllegalArgumentException.class, () -> Settings.read(wrong)).getMessage();
        assertTrue(message.contains("WIREFARE_SECRET"), message);
    }

    @Test
    void noQueryMindsTheSecret() {
        assertEquals(new BytesQuery(5, false), BytesQuery.parse("n=5&secret=" + SECRET));
    }

    private static Refusal refusal(String method, String path, String host, String query) {
        return GATE.refusalOf(method, path, host, query);
    }
}
