package wirefare.messages;

/** As fast as they go; one at a time, the next when it is asked for; at a rate, whether or not the former has arrived. */
public enum Mode {
    THROUGHPUT("throughput"),
    PING_PONG("ping-pong"),
    PACED("paced");

    final String word;

    Mode(String word) {
        this.word = word;
    }
}
