package wirefare.dropwizard;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import wirefare.codecs.Codec;
import wirefare.codecs.Codecs;

/** Reads what has no reader in Dropwizard, by the library that the parameter of the media type names. */
@Consumes({CallResource.XML, CallResource.FAST_INFOSET, CallResource.SERIALIZED})
public final class DecodedReader implements MessageBodyReader<Object> {
    static final String CODEC = "codec";

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return mediaType.getParameters().containsKey(CODEC);
    }

    @Override
    public Object readFrom(
            Class<Object> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream in) throws IOException {
        return codec(mediaType).decode(in.readAllBytes(), type);
    }

    private static Codec codec(MediaType mediaType) {
        var name = mediaType.getParameters().get(CODEC);
        var contentType = mediaType.getType() + "/" + mediaType.getSubtype();
        return Codecs.all().stream()
                .filter(each -> each.contentType().equals(contentType) && each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
