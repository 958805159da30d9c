package wirefare.metro;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import wirefare.exchange.BoundedLog;
import wirefare.exchange.Ending;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;
import wirefare.tomcat.EmbeddedTomcat;

/** The target's process: the service in a Tomcat until stdin closes or SIGTERM comes. */
public final class Main {
    /** Kept here: a logger that nobody holds forgets its level. */
    private static final Logger JAX_WS = Logger.getLogger("com.sun.xml.ws");

    private static final long STOP_MS = 500;

    private Main() {
    }

    public static void main(String[] args) throws IOException {
        quieten();
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.of("metro");
        var server = new EmbeddedTomcat(settings.host(), settings.port(), settings.tls(), scratch.path(), Deployment::deploy);
        var ending = Ending.of("metro", server::stop, scratch, STOP_MS);
        try {
            server.start();
            ReadyLine.print(server.port(), server.securePorts());
        } catch (LifecycleException | RuntimeException e) {
            ending.hasFailed(e);
        }
    }

    /** Anybody can make JAX-WS log, stack and all, by a message that is none. Failures of ours are logged by us, the first ones. */
    private static void quieten() {
        BoundedLog.install();
        JAX_WS.setLevel(Level.OFF);
        // Nor does a fault tell where it was thrown.
        System.setProperty("com.sun.xml.ws.fault.SOAPFaultBuilder.disableCaptureStackTrace", "true");
    }
}
