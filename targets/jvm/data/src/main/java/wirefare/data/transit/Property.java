package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** Something that the service says of itself. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"key", "value"})
@XmlType(propOrder = {"key", "value"})
public final class Property implements Serializable {
    private static final long serialVersionUID = 1L;

    private String key;
    private String value;

    public String getKey() {
        return key;
    }

    public void setKey(String key) {
        this.key = key;
    }

    public String getValue() {
        return value;
    }

    public void setValue(String value) {
        this.value = value;
    }
}
