package wirefare.data;

import java.io.Serializable;
import java.util.List;

public class Route implements Serializable {
    private static final long serialVersionUID = 1L;

    public String name;
    public Leg first;
    public List<Leg> legs;
    public List<List<String>> grid;
    public String notes;
    public double zero;
    public double limit;
}
