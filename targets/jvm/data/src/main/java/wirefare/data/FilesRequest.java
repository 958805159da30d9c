package wirefare.data;

import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** The request of the operation files: how many are wanted. */
@XmlRootElement(name = "FilesRequest")
public final class FilesRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public FilesRequest() {
    }

    public FilesRequest(int n) {
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
