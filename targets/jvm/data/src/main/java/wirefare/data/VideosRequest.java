package wirefare.data;

import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** The request of the operation videos: how many are wanted. */
@XmlRootElement(name = "VideosRequest")
public final class VideosRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public VideosRequest() {
    }

    public VideosRequest(int n) {
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
