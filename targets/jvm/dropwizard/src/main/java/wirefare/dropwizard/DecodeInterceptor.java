package wirefare.dropwizard;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import wirefare.exchange.CallBody;
import wirefare.exchange.Phases;

/** Times the reading of a call's entity, whichever provider does it, once the body is there as a whole. */
@Called
public final class DecodeInterceptor implements ReaderInterceptor {
    private static final String PROPERTY = Phases.class.getName();

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        var body = CallBody.read(context.getInputStream(), contentLength(context));
        context.setInputStream(new ByteArrayInputStream(body));
        var type = context.getMediaType();
        var codec = Map.of(DecodedReader.CODEC, CallFilter.queryOf(context).codec());
        context.setMediaType(new MediaType(type.getType(), type.getSubtype(), codec));

        var phases = new Phases();
        var entity = context.proceed();
        phases.decoded();
        context.setProperty(PROPERTY, phases);
        return entity;
    }

    /** After {@code decoded}. */
    static Phases phasesOf(ContainerRequestContext request) {
        return (Phases) request.getProperty(PROPERTY);
    }

    private static long contentLength(ReaderInterceptorContext context) {
        var stated = context.getHeaders().getFirst(HttpHeaders.CONTENT_LENGTH);
        return stated == null ? -1 : Long.parseLong(stated);
    }
}
