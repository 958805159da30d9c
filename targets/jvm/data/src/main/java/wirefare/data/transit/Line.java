package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** A line in one of its directions. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"name", "type", "direction"})
@XmlType(propOrder = {"name", "type", "direction"})
public final class Line implements Serializable {
    private static final long serialVersionUID = 1L;

    private String name;
    private String type;
    private String direction;

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getType() {
        return type;
    }

    public void setType(String type) {
        this.type = type;
    }

    public String getDirection() {
        return direction;
    }

    public void setDirection(String direction) {
        this.direction = direction;
    }
}
