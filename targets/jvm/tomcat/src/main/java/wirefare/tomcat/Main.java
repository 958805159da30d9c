package wirefare.tomcat;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import wirefare.exchange.BoundedLog;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The process of the Tomcat target. */
public final class Main {
    /** Held, since the level of a logger that nobody holds is forgotten. It warns of every client that goes away. */
    private static final Logger SOCKETS = Logger.getLogger("org.apache.tomcat.websocket");

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        BoundedLog.install();
        SOCKETS.setLevel(Level.SEVERE);
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.of("tomcat");
        var server = new EmbeddedTomcat(settings.host(), settings.port(), scratch.path());
        // Before the start: a server that is ended while it starts has files to take away too.
        var ending = new Ending(server, scratch);
        Runtime.getRuntime().addShutdownHook(new Thread(ending, "ending"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        try {
            server.start();
            ReadyLine.print(server.port());
        } catch (LifecycleException e) {
            // Threads of what has started would keep the process.
            e.printStackTrace();
            ending.hasFailed();
            System.exit(1);
        }
    }
}
