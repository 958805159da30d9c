package wirefare.codecs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.List;
import wirefare.data.Dataset;

/** JSON by Jackson's data binding, as its users configure it for exact numbers. */
public final class JacksonJson implements Codec {
    private final JsonMapper mapper = mapper();

    /**
     * The mapper of this codec, for stacks that write JSON by themselves. JDK 17's {@code Double.toString} does not
     * always write the shortest form (JDK-4511638, mended in 19): Jackson's own writer does on every version.
     */
    public static JsonMapper mapper() {
        return JsonMapper.builder()
                .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(LogicalType.Integer, config -> config
                        .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .build();
    }

    @Override
    public String format() {
        return "json";
    }

    @Override
    public String name() {
        return "jackson";
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(records);
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        try {
            return mapper.readerForListOf(dataset.type()).readValue(bytes);
        } catch (IOException e) {
            throw new MalformedException(e);
        }
    }

    @Override
    public byte[] encode(Object record) {
        try {
            return mapper.writeValueAsBytes(record);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        try {
            return mapper.readValue(bytes, type);
        } catch (IOException e) {
            throw new MalformedException(e);
        }
    }
}
