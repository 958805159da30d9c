package wirefare.data;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;

/** Whole numbers of requests. JAXB's reference implementation by itself reads 4294967297 as 1. */
public final class StrictInteger extends XmlAdapter<String, Integer> {
    @Override
    public Integer unmarshal(String text) {
        return text == null ? null : Integer.valueOf(text.strip());
    }

    @Override
    public String marshal(Integer value) {
        return value == null ? null : value.toString();
    }
}
