package wirefare.dropwizard;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import wirefare.exchange.AnswerHeaders;

/** Pages of other origins may read every answer, refusals too. */
public final class AnswerHeadersFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        AnswerHeaders.all().forEach(response.getHeaders()::putSingle);
    }
}
