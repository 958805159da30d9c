package wirefare.dropwizard;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Writes what has no writer in Dropwizard: XML, Protocol Buffers, Fast Infoset, Java's serialization. */
public final class EncodedWriter implements MessageBodyWriter<Encoded> {
    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return Encoded.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
            Encoded entity,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out) throws IOException {
        out.write(entity.bytes());
    }
}
