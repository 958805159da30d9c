package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.List;

/** A way from a station to another. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"date", "departure", "arrival", "minutes", "parts"})
@XmlType(propOrder = {"date", "departure", "arrival", "minutes", "parts"})
public final class Route implements Serializable {
    private static final long serialVersionUID = 1L;

    private String date;
    private String departure;
    private String arrival;
    private int minutes;
    private List<RoutePart> parts;

    public String getDate() {
        return date;
    }

    public void setDate(String date) {
        this.date = date;
    }

    public String getDeparture() {
        return departure;
    }

    public void setDeparture(String departure) {
        this.departure = departure;
    }

    public String getArrival() {
        return arrival;
    }

    public void setArrival(String arrival) {
        this.arrival = arrival;
    }

    public int getMinutes() {
        return minutes;
    }

    public void setMinutes(int minutes) {
        this.minutes = minutes;
    }

    public List<RoutePart> getParts() {
        return parts;
    }

    public void setParts(List<RoutePart> parts) {
        this.parts = parts;
    }
}
