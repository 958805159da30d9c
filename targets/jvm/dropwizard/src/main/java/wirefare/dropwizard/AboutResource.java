package wirefare.dropwizard;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import wirefare.exchange.About;

/** {@code GET /about}. */
@Path("/about")
@Produces(MediaType.APPLICATION_JSON)
public final class AboutResource {
    private final About about;

    AboutResource(About about) {
        this.about = about;
    }

    @GET
    public byte[] about(@HeaderParam(HttpHeaders.ACCEPT_ENCODING) String acceptEncoding) {
        return about.json(acceptEncoding);
    }
}
