package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;

/** The strict comparison of decoded objects with the original. */
final class Comparison {
    private Comparison() {
    }

    /** null where they are the same data; else the first difference: {@code [17].price: 12.5, expected 12.25}. */
    static String firstDifference(Object value, JsonNode expected) {
        var difference = difference(Lab.MAPPER.valueToTree(value), expected);
        return difference == null ? null : difference.replaceFirst("^: ", "");
    }

    private static String difference(JsonNode actual, JsonNode expected) {
        if (expected.isArray() && actual.isArray()) {
            return ofArrays(actual, expected);
        }
        if (expected.isObject() && actual.isObject()) {
            return ofRecords(actual, expected);
        }
        return isSame(actual, expected) ? null : ": " + actual + ", expected " + expected;
    }

    private static String ofArrays(JsonNode actual, JsonNode expected) {
        for (var i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            var difference = difference(actual.get(i), expected.get(i));
            if (difference != null) {
                return "[" + i + "]" + difference;
            }
        }
        return actual.size() == expected.size()
                ? null
                : ": " + actual.size() + " values, expected " + expected.size();
    }

    private static String ofRecords(JsonNode actual, JsonNode expected) {
        var names = actual.fieldNames();
        for (var each : expected.properties()) {
            var name = names.hasNext() ? names.next() : "nothing";
            if (!name.equals(each.getKey())) {
                return ": " + name + " where " + each.getKey() + " was expected";
            }
            var difference = difference(actual.get(name), each.getValue());
            if (difference != null) {
                return "." + name + difference;
            }
        }
        return names.hasNext() ? ": " + names.next() + ", which was not expected" : null;
    }

    /** JSON has one kind of number: 12 is the double 12. */
    private static boolean isSame(JsonNode actual, JsonNode expected) {
        if (actual.isNumber() && expected.isNumber()) {
            return Double.doubleToLongBits(actual.doubleValue()) == Double.doubleToLongBits(expected.doubleValue());
        }
        return actual.equals(expected);
    }
}
