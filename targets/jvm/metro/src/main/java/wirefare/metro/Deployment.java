package wirefare.metro;

import com.sun.xml.ws.transport.http.servlet.WSServletContextListener;
import org.apache.catalina.Context;
import org.apache.catalina.WebResourceRoot.ResourceSetType;
import org.apache.catalina.webresources.StandardRoot;

/** The web application in a Tomcat: its WEB-INF lies in this jar. */
final class Deployment {
    private Deployment() {
    }

    static void deploy(Context application) {
        var resources = new StandardRoot(application);
        var jar = Deployment.class.getProtectionDomain().getCodeSource().getLocation();
        resources.createWebResourceSet(ResourceSetType.PRE, "/WEB-INF", jar, "/webapp/WEB-INF");
        application.setResources(resources);
        // First what stands before the service, since filters apply in their order.
        application.addApplicationListener(ServiceListener.class.getName());
        application.addApplicationListener(WSServletContextListener.class.getName());
    }
}
