package wirefare.data;

import java.io.Serializable;

public class BooksRequest implements Serializable {
    private static final long serialVersionUID = 1L;

    public int n;
}
