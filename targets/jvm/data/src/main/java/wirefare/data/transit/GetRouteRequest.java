package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.List;

/** How does a traveller get from a station to another? What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
    "id", "language", "start", "destination", "via", "date", "time", "timeIsDeparture", "withCoordinates",
    "withStops"
})
@XmlRootElement(name = "getRouteRequest")
@XmlType(propOrder = {
    "id", "language", "start", "destination", "via", "date", "time", "timeIsDeparture", "withCoordinates",
    "withStops"
})
public final class GetRouteRequest implements Serializable {
    private static final long serialVersionUID = 1L;

    private String id;
    private String language;
    private Point start;
    private Point destination;
    private List<Point> via;
    private String date;
    private String time;
    private Boolean timeIsDeparture;
    private Boolean withCoordinates;
    private Boolean withStops;

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

    public Point getStart() {
        return start;
    }

    public void setStart(Point start) {
        this.start = start;
    }

    public Point getDestination() {
        return destination;
    }

    public void setDestination(Point destination) {
        this.destination = destination;
    }

    public List<Point> getVia() {
        return via;
    }

    public void setVia(List<Point> via) {
        this.via = via;
    }

    public String getDate() {
        return date;
    }

    public void setDate(String date) {
        this.date = date;
    }

    public String getTime() {
        return time;
    }

    public void setTime(String time) {
        this.time = time;
    }

    public Boolean getTimeIsDeparture() {
        return timeIsDeparture;
    }

    public void setTimeIsDeparture(Boolean timeIsDeparture) {
        this.timeIsDeparture = timeIsDeparture;
    }

    public Boolean getWithCoordinates() {
        return withCoordinates;
    }

    public void setWithCoordinates(Boolean withCoordinates) {
        this.withCoordinates = withCoordinates;
    }

    public Boolean getWithStops() {
        return withStops;
    }

    public void setWithStops(Boolean withStops) {
        this.withStops = withStops;
    }
}
