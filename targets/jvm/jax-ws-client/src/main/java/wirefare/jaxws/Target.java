package wirefare.jaxws;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where a target is asked.
 *
 * @param url its origin
 * @param secret what it answers to nobody without it; null of one that answers anybody
 */
record Target(String url, String secret) {
    static Target of(JsonNode spec) {
        return new Target(spec.get("targetUrl").textValue(), spec.get("secret").textValue());
    }

    /** @param pathAndQuery with a question mark */
    String at(String pathAndQuery) {
        return url + pathAndQuery + (secret == null ? "" : "&secret=" + secret);
    }
}
