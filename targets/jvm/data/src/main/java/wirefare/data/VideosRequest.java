package wirefare.data;

import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.Serializable;

/** The request of the operation videos: how many are wanted; 0, which is no answer's, where it was left out. */
@XmlRootElement(name = "videosRequest")
public final class VideosRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public static VideosRequest of(int n) {
        var request = new VideosRequest();
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
