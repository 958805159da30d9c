package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The stations that a traveller may mean; none is an empty list. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"returnCode", "id", "points"})
@XmlRootElement(name = "checkNameResponse")
@XmlType(propOrder = {"returnCode", "id", "points"})
public final class CheckNameResponse implements Serializable {
    private static final long serialVersionUID = 1L;

    private String returnCode;
    private String id;
    private List<Point> points = new ArrayList<>();

    public String getReturnCode() {
        return returnCode;
    }

    public void setReturnCode(String returnCode) {
        this.returnCode = returnCode;
    }

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    public List<Point> getPoints() {
        return points;
    }

    public void setPoints(List<Point> points) {
        this.points = points;
    }
}
