package wirefare.data;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** The booleans of requests. JAXB's reference implementation by itself reads any word as one. */
public final class StrictBoolean extends XmlAdapter<String, Boolean> {
    @Override
    public Boolean unmarshal(String text) {
        return text == null ? null : switch (text.strip()) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("\"" + text + "\" is no boolean");
        };
    }

    @Override
    public String marshal(Boolean value) {
        return value == null ? null : value.toString();
    }
}
