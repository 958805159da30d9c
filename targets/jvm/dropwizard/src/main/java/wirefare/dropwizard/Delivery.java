package wirefare.dropwizard;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.ext.InterceptorContext;
import wirefare.exchange.Compression;
import wirefare.exchange.Phases;

/** How the answer to a request is to leave, and what has been timed of it: from the resource to the interceptor. */
record Delivery(Phases phases, Compression compression) {
    private static final String PROPERTY = Delivery.class.getName();

    void passOn(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }

    /** Null for answers that are not results: problem documents, /about. */
    static Delivery of(InterceptorContext context) {
        return (Delivery) context.getProperty(PROPERTY);
    }
}
