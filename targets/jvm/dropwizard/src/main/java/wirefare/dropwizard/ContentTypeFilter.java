package wirefare.dropwizard;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import wirefare.exchange.Refusal;

/** A Content-Type that is no media type is none that is known, before Jersey fails at it. */
@PreMatching
public final class ContentTypeFilter implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        var stated = request.getHeaderString(HttpHeaders.CONTENT_TYPE);
        try {
            if (stated != null && !stated.isEmpty()) {
                MediaType.valueOf(stated);
            }
        } catch (IllegalArgumentException e) {
            throw new Refusal(415, "Content-Type is " + stated, null, null);
        }
    }
}
