package wirefare.exchange;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;

/** Numbers of the values that the lab compares with: whole ones that JavaScript has exactly, else doubles, −0 too. */
final class JavaScriptNumbers extends StdScalarDeserializer<Number> {
    private static final double MOST_EXACT = (1L << 53) - 1;

    JavaScriptNumbers() {
        super(Number.class);
    }

    @Override
    public Number deserialize(JsonParser in, DeserializationContext context) throws IOException {
        var text = in.getText();
        var number = Double.parseDouble(text);
        var isExact = in.hasToken(JsonToken.VALUE_NUMBER_INT) && Math.abs(number) <= MOST_EXACT && !text.equals("-0");
        return isExact ? in.getNumberValue() : (Number) number;
    }
}
