package wirefare.dropwizard;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import wirefare.exchange.Refusal;

/** What Jersey refuses before a resource is asked: other paths, other methods, other content types. */
public final class WebApplicationExceptionMapper implements ExceptionMapper<WebApplicationException> {
    private static final List<String> PATHS = List.of("/about", "/bytes", "/call", "/exchange");

    @Context
    private UriInfo uri;

    @Override
    public Response toResponse(WebApplicationException exception) {
        return Problems.of(refusal(exception));
    }

    private Refusal refusal(WebApplicationException exception) {
        var path = uri.getPath();
        var answer = exception.getResponse();
        return switch (answer.getStatus()) {
            case 404 -> Refusal.noSuchPath("/" + path, PATHS);
            case 405 -> new Refusal(
                    405, "/" + path + " does not take this method", null, List.copyOf(answer.getAllowedMethods()));
            default -> new Refusal(answer.getStatus(), exception.getMessage(), null, null);
        };
    }
}
