package wirefare.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/** What tests of refusals say again and again. */
final class Refused {
    private Refused() {
    }

    static Refusal with(int status, String parameter, Executable asked) {
        var refusal = assertThrows(Refusal.class, asked);
        assertEquals(status, refusal.status(), refusal.detail());
        assertEquals(parameter, refusal.parameter(), refusal.detail());
        return refusal;
    }
}
