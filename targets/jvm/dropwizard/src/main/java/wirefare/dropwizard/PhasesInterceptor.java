package wirefare.dropwizard;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import wirefare.exchange.AnswerHeaders;
import wirefare.exchange.Body;
import wirefare.exchange.Compression;

/**
 * Times the writing of the entity, whichever provider does it, and its compression. Both go into memory: the body's length
 * and the phases stand in headers, which leave before it.
 */
public final class PhasesInterceptor implements WriterInterceptor {
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        var delivery = Delivery.of(context);
        if (delivery == null) {
            context.proceed();
            return;
        }
        var out = context.getOutputStream();
        var encoded = new Body();
        context.setOutputStream(encoded);
        delivery.phases().begin();
        context.proceed();
        delivery.phases().encoded();

        var compression = delivery.compression();
        var compressed = compression.level() == 0 ? null : compression.compressed(encoded::writeTo, encoded.size());
        delivery.phases().compressed();
        describe(context.getHeaders(), delivery, compressed == null ? encoded.size() : compressed.length);
        if (compressed == null) {
            encoded.writeTo(out);
        } else {
            out.write(compressed);
        }
    }

    private static void describe(MultivaluedMap<String, Object> headers, Delivery delivery, int length) {
        headers.putSingle(HttpHeaders.CONTENT_LENGTH, length);
        headers.putSingle(AnswerHeaders.SERVER_TIMING, delivery.phases().serverTiming());
        if (delivery.compression().opaque()) {
            headers.putSingle(HttpHeaders.CONTENT_TYPE, Compression.OPAQUE_TYPE);
        } else if (delivery.compression().contentEncoding() != null) {
            headers.putSingle(HttpHeaders.CONTENT_ENCODING, delivery.compression().contentEncoding());
        }
    }
}
