package wirefare.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;

/** The document of files: {@code <xml><file>…</file>…</xml>}. */
@XmlRootElement(name = "xml")
public final class Xml implements RecordList<File> {
    private List<File> files = new ArrayList<>();

    public Xml() {
    }

    public Xml(List<File> files) {
        this.files = files;
    }

    @JsonProperty("file")
    @XmlElement(name = "file")
    public List<File> getFiles() {
        return files;
    }

    public void setFiles(List<File> files) {
        this.files = files;
    }

    @Override
    public List<File> records() {
        return files;
    }
}
