package wirefare.dropwizard;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.BytesQuery;
import wirefare.exchange.Phases;
import wirefare.exchange.RandomBytes;

/** {@code GET /bytes}: bytes made beforehand, so that the connection alone is measured. */
@Path("/bytes")
@Produces(MediaType.APPLICATION_OCTET_STREAM)
public final class BytesResource {
    private final RandomBytes random = new RandomBytes();

    @GET
    public Response bytes(@Context UriInfo uri) {
        var query = BytesQuery.parse(uri.getRequestUri().getRawQuery());
        StreamingOutput body = out -> out.write(random.atLeast(query.n()), 0, query.n());
        var answer = Response.ok(body)
                .header(HttpHeaders.CONTENT_LENGTH, query.n())
                .header(AnswerHeaders.SERVER_TIMING, Phases.NOTHING);
        return Connections.kept(answer, query.close()).build();
    }
}
