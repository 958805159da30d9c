package wirefare.dropwizard;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.InterceptorContext;
import wirefare.exchange.CallFormats;
import wirefare.exchange.CallQuery;
import wirefare.exchange.Features;

/** Refuses a call for its query before its body is read. */
@Called
public final class CallFilter implements ContainerRequestFilter {
    private static final String PROPERTY = CallQuery.class.getName();

    private final Features features;

    CallFilter(Features features) {
        this.features = features;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        var type = request.getHeaderString(HttpHeaders.CONTENT_TYPE);
        var path = request.getUriInfo().getPathSegments();
        var operation = path.get(path.size() - 1).getPath();
        var format = CallFormats.formatOf(type, features.calls(), operation);
        var raw = request.getUriInfo().getRequestUri().getRawQuery();
        request.setProperty(PROPERTY, CallQuery.parse(raw, format, features));
    }

    static CallQuery queryOf(ContainerRequestContext request) {
        return (CallQuery) request.getProperty(PROPERTY);
    }

    static CallQuery queryOf(InterceptorContext context) {
        return (CallQuery) context.getProperty(PROPERTY);
    }
}
