package wirefare.metro;

import wirefare.codecs.MalformedException;
import wirefare.exchange.Phases;

/** What filter and service know of one call: its phases, and how it has come so far. */
final class CallMarks {
    private final boolean serialized;
    private final Phases phases;
    private boolean entered;

    /** @param serialized the query says that the body holds a serialized object */
    CallMarks(boolean serialized, Phases phases) {
        this.serialized = serialized;
        this.phases = phases;
    }

    Phases phases() {
        return phases;
    }

    /** Before that, whatever goes wrong is the request's fault. */
    boolean isEntered() {
        return entered;
    }

    /** An operation of that kind begins. @throws MalformedException where the query says otherwise */
    void enter(boolean isSerialized) {
        entered = true;
        if (isSerialized != serialized) {
            var format = serialized ? "soap-serialized" : "soap";
            throw new MalformedException("the first element is no request of an operation in format " + format);
        }
    }
}
