package wirefare.data;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** A video of the generated data. Its fields stand in the order of targets/DATA.md. */
@JsonPropertyOrder({"uri", "title", "format", "height", "width", "length", "views", "enabled"})
@XmlType(propOrder = {"uri", "title", "format", "height", "width", "length", "views", "enabled"})
public final class Video implements Serializable {
    private static final long serialVersionUID = 1L;

    private String uri;
    private String title;
    private String format;
    private int height;
    private int width;
    private int length;
    private int views;
    private boolean enabled;

    public Video() {
    }

    /** A fresh object with the same values. */
    public Video(Video other) {
        uri = other.uri;
        title = other.title;
        format = other.format;
        height = other.height;
        width = other.width;
        length = other.length;
        views = other.views;
        enabled = other.enabled;
    }

    public String getUri() {
        return uri;
    }

    public void setUri(String uri) {
        this.uri = uri;
    }

    public String getTitle() {
        return title;
    }

    public void setTitle(String title) {
        this.title = title;
    }

    public String getFormat() {
        return format;
    }

    public void setFormat(String format) {
        this.format = format;
    }

    public int getHeight() {
        return height;
    }

    public void setHeight(int height) {
        this.height = height;
    }

    public int getWidth() {
        return width;
    }

    public void setWidth(int width) {
        this.width = width;
    }

    public int getLength() {
        return length;
    }

    public void setLength(int length) {
        this.length = length;
    }

    public int getViews() {
        return views;
    }

    public void setViews(int views) {
        this.views = views;
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }
}
