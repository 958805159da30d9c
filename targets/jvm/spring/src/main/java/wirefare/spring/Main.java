package wirefare.spring;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import wirefare.exchange.Ending;
import wirefare.exchange.ReadyLine;
import wirefare.exchange.ScratchFolder;
import wirefare.exchange.Settings;
import wirefare.tomcat.SecureConnectors;

/** The process of the Spring Boot target. What Boot would answer to failures by itself is no problem document. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class Main {
    private static final long STOP_MS = 500;

    public static void main(String[] arguments) throws IOException {
        Settings.ofProcess();
        var scratch = ScratchFolder.of("spring");
        var application = new SpringApplication(Main.class);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of("server.tomcat.basedir", scratch.path().toString()));
        var started = new AtomicReference<ConfigurableApplicationContext>();
        application.addInitializers(started::set);
        var ending = Ending.of("spring", () -> started.get().close(), scratch, STOP_MS);
        try {
            var context = (WebServerApplicationContext) application.run(arguments);
            ReadyLine.print(context.getWebServer().getPort(), context.getBean(SecureConnectors.class).ports());
        } catch (RuntimeException e) {
            ending.hasFailed(e);
        }
    }
}
