package wirefare.data;

import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.Serializable;

/** The request of the operation books: how many are wanted; 0, which is no answer's, where it was left out. */
@XmlRootElement(name = "booksRequest")
public final class BooksRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public static BooksRequest of(int n) {
        var request = new BooksRequest();
        request.setN(n);
        return request;
    }

    @Override
    @XmlJavaTypeAdapter(StrictInteger.class)
    public Integer getN() {
        return n;
    }

    public void setN(Integer n) {
        this.n = n == null ? 0 : n;
    }
}
