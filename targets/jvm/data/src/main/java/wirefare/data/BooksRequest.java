package wirefare.data;

import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** The request of the operation books: how many are wanted. */
@XmlRootElement(name = "BooksRequest")
public final class BooksRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public BooksRequest() {
    }

    public BooksRequest(int n) {
        this.n = n;
    }

    @Override
    public int getN() {
        return n;
    }

    public void setN(int n) {
        this.n = n;
    }
}
