package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import wirefare.data.RefusedCallException;
import wirefare.exchange.Refusal;

/** A call that was read and asks for what cannot be. */
public final class RefusedCallMapper implements ExceptionMapper<RefusedCallException> {
    @Override
    public Response toResponse(RefusedCallException exception) {
        return Problems.of(Refusal.badBody(exception.getMessage()));
    }
}
