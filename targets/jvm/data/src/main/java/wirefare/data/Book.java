package wirefare.data;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** A book of the generated data. Its fields stand in the order of targets/DATA.md. */
@JsonPropertyOrder({"title", "author", "description", "image", "numInStock", "price", "type", "onSale"})
@XmlType(propOrder = {"title", "author", "description", "image", "numInStock", "price", "type", "onSale"})
public final class Book implements Serializable {
    private static final long serialVersionUID = 1L;

    private String title;
    private String author;
    private String description;
    private String image;
    private int numInStock;
    private double price;
    private String type;
    private boolean onSale;

    public Book() {
    }

    /** A fresh object with the same values. */
    public Book(Book other) {
        title = other.title;
        author = other.author;
        description = other.description;
        image = other.image;
        numInStock = other.numInStock;
        price = other.price;
        type = other.type;
        onSale = other.onSale;
    }

    public String getTitle() {
        return title;
    }

    public void setTitle(String title) {
        this.title = title;
    }

    public String getAuthor() {
        return author;
    }

    public void setAuthor(String author) {
        this.author = author;
    }

    public String getDescription() {
        return description;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    public String getImage() {
        return image;
    }

    public void setImage(String image) {
        this.image = image;
    }

    public int getNumInStock() {
        return numInStock;
    }

    public void setNumInStock(int numInStock) {
        this.numInStock = numInStock;
    }

    public double getPrice() {
        return price;
    }

    public void setPrice(double price) {
        this.price = price;
    }

    public String getType() {
        return type;
    }

    public void setType(String type) {
        this.type = type;
    }

    public boolean isOnSale() {
        return onSale;
    }

    public void setOnSale(boolean onSale) {
        this.onSale = onSale;
    }
}
