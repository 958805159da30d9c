package wirefare.exchange;

/** The line on stdout that tells the lab where the target listens. */
public final class ReadyLine {
    private ReadyLine() {
    }

    /** To be called once the target answers at this port. */
    public static void print(int port) {
        System.out.println("{\"ready\":true,\"port\":" + port + "}");
        System.out.flush();
    }
}
