package wirefare.codecs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;

/**
 * Writes doubles that are whole numbers without {@code .0}, which is their shortest form, as other languages have it.
 */
public final class WholeNumbers extends SimpleModule {
    /** Beyond, a double is written with an exponent. */
    private static final double LARGEST = 1e15;

    public WholeNumbers() {
        super("whole-numbers");
        addSerializer(double.class, new DoubleSerializer(double.class));
        addSerializer(Double.class, new DoubleSerializer(Double.class));
    }

    private static final class DoubleSerializer extends StdScalarSerializer<Double> {
        DoubleSerializer(Class<Double> type) {
            super(type);
        }

        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
            double number = value;
            var whole = (long) number;
            if (whole == number && Math.abs(number) < LARGEST && !isMinusZero(number)) {
                out.writeNumber(whole);
            } else {
                out.writeNumber(number);
            }
        }

        private static boolean isMinusZero(double number) {
            return number == 0 && 1 / number < 0;
        }
    }
}
