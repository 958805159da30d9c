package wirefare.dropwizard;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.util.List;
import wirefare.codecs.Codec;
import wirefare.data.Dataset;

/** What a resource answers with: JSON is Dropwizard's own to write, the rest is written by the codec asked for. */
final class Entities {
    private static final String JSON = "json";

    private Entities() {
    }

    /** Makes the entity of an answer. */
    interface Maker<A> {
        ResponseBuilder entity(Codec codec, A answer);
    }

    static <T> ResponseBuilder of(Codec codec, Dataset<T> dataset, List<T> records) {
        var entity = codec.format().equals(JSON)
                ? ListOf.entity(records, dataset.type())
                : new Encoded.Records<>(codec, dataset, records);
        return Response.ok(entity, codec.contentType());
    }

    static ResponseBuilder of(Codec codec, Object record) {
        var entity = codec.format().equals(JSON) ? record : new Encoded.Single(codec, record);
        return Response.ok(entity, codec.contentType());
    }
}
