package wirefare.data;

import java.io.Serializable;

public class Book implements Serializable {
    private static final long serialVersionUID = 1L;

    public String title;
    public String author;
    public String description;
    public String image;
    public int numInStock;
    public double price;
    public String type;
    public boolean onSale;
}
