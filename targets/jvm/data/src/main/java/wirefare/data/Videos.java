package wirefare.data;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;

/** The document of videos: {@code <videos><video>…</video>…</videos>}. */
@XmlRootElement(name = "videos")
public final class Videos implements RecordList<Video> {
    private List<Video> videos = new ArrayList<>();

    public Videos() {
    }

    public Videos(List<Video> videos) {
        this.videos = videos;
    }

    @JsonProperty("video")
    @XmlElement(name = "video")
    public List<Video> getVideos() {
        return videos;
    }

    public void setVideos(List<Video> videos) {
        this.videos = videos;
    }

    @Override
    public List<Video> records() {
        return videos;
    }
}
