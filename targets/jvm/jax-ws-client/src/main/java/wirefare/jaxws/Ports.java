package wirefare.jaxws;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import wirefare.soap.Wirefare;

/** Ports to targets, one an origin: each from the WSDL of the target itself. */
final class Ports {
    private static final QName SERVICE = new QName(Wirefare.NAMESPACE, "WirefareService");

    private final Map<Target, Wirefare> ports = new HashMap<>();

    Wirefare to(Target target) {
        return ports.computeIfAbsent(target, Ports::open);
    }

    private static Wirefare open(Target target) {
        try {
            var wsdl = URI.create(target.at("/soap?wsdl")).toURL();
            return Service.create(wsdl, SERVICE).getPort(Wirefare.class);
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** What its next call is asked at, and who stamps it. */
    static void prepare(Wirefare port, String url, CallMarks marks) {
        var context = ((BindingProvider) port).getRequestContext();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
        context.put(HeldTransport.MARKS, marks);
    }
}
