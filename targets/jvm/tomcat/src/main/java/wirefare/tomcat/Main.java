package wirefare.tomcat;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The process of the Tomcat target. */
public final class Main {
    /** Held, since loggers that nobody holds forget their level. Tomcat tells of every start and stop. */
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        TOMCAT.setLevel(Level.WARNING);
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.below(dataDir());
        var server = new EmbeddedTomcat(settings.host(), settings.port(), scratch.path());
        // Before the start: a server that is ended while it starts has files to take away too.
        Runtime.getRuntime().addShutdownHook(new Thread(new Ending(server, scratch), "ending"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        server.start();
        ReadyLine.print(server.port());
    }

    private static Path dataDir() {
        var folder = System.getenv("WIREFARE_DATA_DIR");
        return Path.of(folder == null || folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }
}
