package wirefare.data;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRootName;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** The request of the operation files: how many are wanted. */
@JsonRootName("filesRequest")
@XmlRootElement(name = "filesRequest")
public final class FilesRequest implements ListRequest, Serializable {
    private static final long serialVersionUID = 1L;

    private int n;

    public FilesRequest() {
    }

    /** Jackson reads by this constructor, so that a field that is missing is seen. */
    @JsonCreator
    public FilesRequest(@JsonProperty(value = "n", required = true) int n) {
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
