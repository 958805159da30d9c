package wirefare.dropwizard;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import wirefare.exchange.Refusal;

/** JSON that Dropwizard's own reader cannot read. What it cannot write would be a failure, and no bean of ours is such. */
public final class JsonProcessingMapper implements ExceptionMapper<JsonProcessingException> {
    @Override
    public Response toResponse(JsonProcessingException exception) {
        return Problems.of(Refusal.badBody(exception.getOriginalMessage()));
    }
}
