package wirefare.codecs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.List;
import wirefare.data.Dataset;

/** JSON by Jackson's data binding. */
public final class JacksonJson implements Codec {
    private final ObjectMapper mapper = configure(
            JsonMapper.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build());

    /**
     * What this lab wants of a mapper of JSON, for stacks that have one of their own: the shortest numbers, and
     * requests taken as they are, without guessing what might have been meant.
     *
     * @return the same mapper
     */
    public static ObjectMapper configure(ObjectMapper mapper) {
        // Double.toString is not always the shortest before JDK 19 (JDK-4511638); Jackson's own writer always is.
        mapper.getFactory().configure(StreamWriteFeature.USE_FAST_DOUBLE_WRITER.mappedFeature(), true);
        mapper.registerModule(new WholeNumbers());
        mapper.getFactory().configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
        mapper.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        mapper.enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        for (var type : List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean)) {
            mapper.coercionConfigFor(type)
                    .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        }
        mapper.coercionConfigFor(LogicalType.Boolean).setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
        for (var shape : List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
            mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
        return mapper;
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
    public Class<?> library() {
        return ObjectMapper.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(records);
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        try {
            // Lists come from servers of this lab, and looking for names that stand twice would be timed.
            return mapper.readerForListOf(dataset.type())
                    .without(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .readValue(bytes);
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
            return Jackson.notNull(mapper.readValue(bytes, type));
        } catch (IOException e) {
            throw new MalformedException(e);
        }
    }
}
