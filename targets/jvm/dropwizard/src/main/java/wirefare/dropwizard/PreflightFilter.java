package wirefare.dropwizard;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import wirefare.exchange.AnswerHeaders;

/** A page of another origin asks before it posts a body with a Content-Type of its own. */
@PreMatching
public final class PreflightFilter implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMethod().equals(HttpMethod.OPTIONS) && request.getUriInfo().getPath().startsWith("call/")) {
            var answer = Response.noContent();
            AnswerHeaders.callOptions().forEach(answer::header);
            request.abortWith(answer.build());
        }
    }
}
