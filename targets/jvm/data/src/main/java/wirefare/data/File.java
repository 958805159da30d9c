package wirefare.data;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** An entry of a list of files, as jorgensen-2016 sent it. Its fields stand in the order of targets/DATA.md. */
@JsonPropertyOrder({"name", "mtime", "size", "md5"})
@XmlType(propOrder = {"name", "mtime", "size", "md5"})
public final class File implements Serializable {
    private static final long serialVersionUID = 1L;

    private String name;
    private String mtime;
    private int size;
    private String md5;

    public File() {
    }

    /** A fresh object with the same values. */
    public File(File other) {
        name = other.name;
        mtime = other.mtime;
        size = other.size;
        md5 = other.md5;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getMtime() {
        return mtime;
    }

    public void setMtime(String mtime) {
        this.mtime = mtime;
    }

    public int getSize() {
        return size;
    }

    public void setSize(int size) {
        this.size = size;
    }

    public String getMd5() {
        return md5;
    }

    public void setMd5(String md5) {
        this.md5 = md5;
    }
}
