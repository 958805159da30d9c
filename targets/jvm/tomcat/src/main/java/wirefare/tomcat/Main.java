package wirefare.tomcat;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import wirefare.exchange.BoundedLog;
import wirefare.exchange.Ending;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;

/** The process of the Tomcat target. */
public final class Main {
    /** Held, since the level of a logger that nobody holds is forgotten. It warns of every client that goes away. */
    private static final Logger SOCKETS = Logger.getLogger("org.apache.tomcat.websocket");

    private static final long STOP_MS = 500;

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        BoundedLog.install();
        SOCKETS.setLevel(Level.SEVERE);
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.of("tomcat");
        var server = new EmbeddedTomcat(settings.host(), settings.port(), settings.tls(), scratch.path(), Servlets::deploy);
        var ending = Ending.of("tomcat", server::stop, scratch, STOP_MS);
        try {
            server.start();
            ReadyLine.print(server.port(), server.securePorts());
        } catch (LifecycleException | RuntimeException e) {
            ending.hasFailed(e);
        }
    }
}
