package wirefare.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;

/** The document of books: {@code <books><book>…</book>…</books>}. */
@XmlRootElement(name = "books")
public final class Books implements RecordList<Book> {
    private List<Book> books = new ArrayList<>();

    public Books() {
    }

    public Books(List<Book> books) {
        this.books = books;
    }

    @JsonProperty("book")
    @XmlElement(name = "book")
    public List<Book> getBooks() {
        return books;
    }

    public void setBooks(List<Book> books) {
        this.books = books;
    }

    @Override
    public List<Book> records() {
        return books;
    }
}
