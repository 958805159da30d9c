package wirefare.metro;

import java.util.logging.Level;
import java.util.logging.Logger;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The target's process: the service in a Tomcat until stdin closes or SIGTERM comes. */
public final class Main {
    /** Kept here: a logger that nobody holds forgets its level. */
    private static final Logger JAX_WS = Logger.getLogger("com.sun.xml.ws");
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    private Main() {
    }

    public static void main(String[] args) throws Exception {
        var settings = Settings.fromEnvironment();
        quieten();
        var server = EmbeddedServer.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(server::stop, "stop"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        ReadyLine.print(server.port());
    }

    /** Anybody can make JAX-WS log, stack and all, by a message that is none. Failures of ours are logged by us, the first ones. */
    private static void quieten() {
        JAX_WS.setLevel(Level.OFF);
        TOMCAT.setLevel(Level.WARNING);
        // Nor does a fault tell where it was thrown.
        System.setProperty("com.sun.xml.ws.fault.SOAPFaultBuilder.disableCaptureStackTrace", "true");
    }
}
