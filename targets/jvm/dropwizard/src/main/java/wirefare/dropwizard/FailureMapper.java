package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import wirefare.exchange.ProblemJson;

/** The target's own failures. */
public final class FailureMapper implements ExceptionMapper<Throwable> {
    private static final Logger LOGGER = LoggerFactory.getLogger(FailureMapper.class);

    @Override
    public Response toResponse(Throwable failure) {
        LOGGER.error("a request failed", failure);
        return Response.serverError().type(ProblemJson.CONTENT_TYPE).entity(ProblemJson.of(failure)).build();
    }
}
