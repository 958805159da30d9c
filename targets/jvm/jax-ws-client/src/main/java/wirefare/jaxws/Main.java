package wirefare.jaxws;

import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The agent's process: {@code Main http://127.0.0.1:40123/#token=…}. */
public final class Main {
    /** Kept here: a logger that nobody holds forgets its level. */
    private static final Logger JAX_WS = Logger.getLogger("com.sun.xml.ws");

    private Main() {
    }

    public static void main(String[] args) throws Exception {
        JAX_WS.setLevel(Level.OFF);
        // A call that failed must not be made a second time within the time of the first.
        System.setProperty("sun.net.http.retryPost", "false");
        var page = URI.create(args[args.length - 1]);
        var lab = new Lab(page.getScheme() + "://" + page.getRawAuthority());
        try {
            new Agent(lab, new AgentClock()).work(tokenOf(page));
        } catch (Exception | OutOfMemoryError e) {
            lab.postTrouble(e);
            throw e;
        }
        // Threads of idle connections do not matter any more.
        System.exit(0);
    }

    private static String tokenOf(URI page) {
        for (var pair : (page.getRawFragment() == null ? "" : page.getRawFragment()).split("&")) {
            if (pair.startsWith("token=")) {
                return pair.substring("token=".length());
            }
        }
        throw new IllegalArgumentException("the page's URL has no token: " + page);
    }
}
