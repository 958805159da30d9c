package wirefare.exchange;

/** Ends a connection of HTTP/2 in good order, which no header can: a request has it where its server knows a way. */
public interface GoAway {
    /** The attribute of requests over HTTP/2. */
    String ATTRIBUTE = GoAway.class.getName();

    /** Sends GOAWAY now; requests under way go on, and the connection is closed after them. */
    void send();
}
