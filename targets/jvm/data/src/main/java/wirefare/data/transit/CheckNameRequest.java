package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.List;

/** Which stations does a traveller mean? What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"id", "language", "point", "types", "maxPoints", "withCoordinates", "withLines"})
@XmlRootElement(name = "checkNameRequest")
@XmlType(propOrder = {"id", "language", "point", "types", "maxPoints", "withCoordinates", "withLines"})
public final class CheckNameRequest implements Serializable {
    private static final long serialVersionUID = 1L;

    private String id;
    private String language;
    private Point point;
    private List<String> types;
    private Integer maxPoints;
    private Boolean withCoordinates;
    private Boolean withLines;

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    public String getLanguage() {
        return language;
    }

    public void setLanguage(String language) {
        this.language = language;
    }

    public Point getPoint() {
        return point;
    }

    public void setPoint(Point point) {
        this.point = point;
    }

    public List<String> getTypes() {
        return types;
    }

    public void setTypes(List<String> types) {
        this.types = types;
    }

    public Integer getMaxPoints() {
        return maxPoints;
    }

    public void setMaxPoints(Integer maxPoints) {
        this.maxPoints = maxPoints;
    }

    public Boolean getWithCoordinates() {
        return withCoordinates;
    }

    public void setWithCoordinates(Boolean withCoordinates) {
        this.withCoordinates = withCoordinates;
    }

    public Boolean getWithLines() {
        return withLines;
    }

    public void setWithLines(Boolean withLines) {
        this.withLines = withLines;
    }
}
