package wirefare.glassfish;

import java.nio.file.Path;
import java.util.Map;
import wirefare.exchange.BoundedLog;
import wirefare.exchange.Ending;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;

/** The process of the GlassFish target. Its argument is the folder of the web application, a WAR unpacked. */
public final class Main {
    private static final long STOP_MS = 700;

    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        BoundedLog.install();
        var settings = Settings.fromEnvironment();
        var scratch = ScratchFolder.of("glassfish");
        var server = new EmbeddedServer(settings.host(), settings.port(), scratch);
        var ending = Ending.of("glassfish", server::dispose, scratch, STOP_MS);
        try {
            server.start(Path.of(arguments[0]));
            ReadyLine.print(server.port(), Map.of());
        } catch (Exception e) {
            ending.hasFailed(e);
        }
    }
}
