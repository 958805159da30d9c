package wirefare.glassfish;

import java.nio.file.Path;
import wirefare.exchange.BoundedLog;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;
import wirefare.exchange.StdinWatch;

/** The process of the GlassFish target. Its argument is the folder of the web application, a WAR unpacked. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        BoundedLog.install();
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.of("glassfish");
        var server = new EmbeddedServer(settings.host(), settings.port(), scratch);
        // Before the start: a server that is ended while it starts has files to take away too.
        var ending = new Ending(server, scratch);
        Runtime.getRuntime().addShutdownHook(new Thread(ending, "ending"));
        StdinWatch.endWhenClosed(() -> System.exit(0));
        try {
            server.start(Path.of(arguments[0]));
            ReadyLine.print(server.port());
        } catch (Exception e) {
            // GlassFish's threads would keep the process.
            e.printStackTrace();
            ending.hasFailed();
            System.exit(1);
        }
    }
}
