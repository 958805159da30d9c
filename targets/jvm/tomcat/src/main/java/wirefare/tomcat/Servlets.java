package wirefare.tomcat;

import java.util.Set;
import org.apache.catalina.Context;
import org.apache.tomcat.websocket.server.WsSci;
import wirefare.exchange.Tls;
import wirefare.servlets.WirefareListener;

/** The application of this target: what GlassFish reads in a web.xml. */
final class Servlets {
    private Servlets() {
    }

    static void deploy(Context application) {
        application.addParameter(WirefareListener.STACK, "tomcat");
        application.addParameter(WirefareListener.SECURE, Tls.HTTPS1 + "," + Tls.H2);
        application.addServletContainerInitializer(new WsSci(), Set.of());
        application.addApplicationListener(WirefareListener.class.getName());
    }
}
