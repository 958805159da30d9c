package wirefare.glassfish;

import java.nio.file.Path;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The process of the GlassFish target. Its argument is the folder of the web application, a WAR unpacked. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        BoundedLog.install();
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.below(dataDir());
        var server = new EmbeddedServer(settings.host(), settings.port(), scratch);
        // Before the start: a server that is ended while it starts has files to take away too.
        Runtime.getRuntime().addShutdownHook(new Thread(new Ending(server, scratch), "ending"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        server.start(Path.of(arguments[0]));
        ReadyLine.print(server.port());
    }

    private static Path dataDir() {
        var folder = System.getenv("WIREFARE_DATA_DIR");
        return Path.of(folder == null || folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }
}
