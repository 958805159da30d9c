package wirefare.jaxws;

/** The stamps of one exchange, by the agent's clock, and the answer that came. */
final class CallMarks {
    private final AgentClock clock;
    private final int timeoutMs;
    private final HttpAnswer replayed;
    double callMs;
    double encodedMs;
    double connectingMs;
    double requestMs;
    double answerMs;
    double endMs;
    double bodyMs;
    double decodedMs;
    int bytesRequest;
    HttpAnswer answer;

    /** @param replayed an answer from before, in the place of asking for one; null: it is asked for */
    CallMarks(AgentClock clock, int timeoutMs, HttpAnswer replayed) {
        this.clock = clock;
        this.timeoutMs = timeoutMs;
        this.replayed = replayed;
    }

    int timeoutMs() {
        return timeoutMs;
    }

    HttpAnswer replayed() {
        return replayed;
    }

    void called() {
        callMs = clock.nowMs();
        encodedMs = callMs;
    }

    void encoded(int bytes) {
        encodedMs = clock.nowMs();
        bytesRequest = bytes;
    }

    void connecting() {
        connectingMs = clock.nowMs();
    }

    void requesting() {
        requestMs = clock.nowMs();
    }

    void answering() {
        answerMs = clock.nowMs();
    }

    /** The last byte is there, decompressed. */
    void ended() {
        endMs = clock.nowMs();
    }

    /** JAX-WS gets it. */
    void arrived(HttpAnswer whole) {
        answer = whole;
        bodyMs = clock.nowMs();
        decodedMs = bodyMs;
    }

    void decoded() {
        decodedMs = clock.nowMs();
    }
}
