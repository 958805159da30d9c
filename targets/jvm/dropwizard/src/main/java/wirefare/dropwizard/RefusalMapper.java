package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import wirefare.exchange.Refusal;

/** What a resource refuses. */
public final class RefusalMapper implements ExceptionMapper<Refusal> {
    @Override
    public Response toResponse(Refusal refusal) {
        return Problems.of(refusal);
    }
}
