package wirefare.data;

import java.io.Serializable;
import java.util.List;

public class Leg implements Serializable {
    private static final long serialVersionUID = 1L;

    public String from;
    public boolean onTime;
    public List<String> stops;
    public double km;
    public int minutes;
}
