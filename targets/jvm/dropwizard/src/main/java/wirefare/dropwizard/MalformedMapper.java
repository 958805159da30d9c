package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import wirefare.codecs.MalformedException;
import wirefare.exchange.Refusal;

/** The body of a call that its format's library cannot read. */
public final class MalformedMapper implements ExceptionMapper<MalformedException> {
    @Override
    public Response toResponse(MalformedException exception) {
        return Problems.of(Refusal.badBody(exception.getMessage()));
    }
}
