package wirefare.dropwizard;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;

/** What Dropwizard's own mapper is told beyond what it knows: shortest numbers out, and nothing guessed of what comes in. */
final class JsonSettings {
    private JsonSettings() {
    }

    static void apply(ObjectMapper mapper) {
        // JDK 17's Double.toString does not always write the shortest form (JDK-4511638).
        mapper.getFactory().configure(JsonGenerator.Feature.USE_FAST_DOUBLE_WRITER, true);
        mapper.getFactory().configure(JsonParser.Feature.STRICT_DUPLICATE_DETECTION, true);
        mapper.enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        mapper.coercionConfigFor(LogicalType.Integer)
                .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
    }
}
