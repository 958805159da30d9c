package wirefare.messages;

/** Which way messages go; both ways: the client sends, and each goes back as it is. */
public enum Direction {
    CLIENT_TO_SERVER("client-to-server"),
    SERVER_TO_CLIENT("server-to-client"),
    BOTH_WAYS("both-ways");

    final String word;

    Direction(String word) {
        this.word = word;
    }
}
