package wirefare.data.transit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.List;

/** What the service says of itself. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
    "returnCode", "beginOfService", "endOfService", "id", "dataId", "buildDate", "buildTime", "buildText",
    "properties"
})
@XmlRootElement(name = "initResponse")
@XmlType(propOrder = {
    "returnCode", "beginOfService", "endOfService", "id", "dataId", "buildDate", "buildTime", "buildText",
    "properties"
})
public final class InitResponse implements Serializable {
    private static final long serialVersionUID = 1L;

    private String returnCode;
    private String beginOfService;
    private String endOfService;
    private String id;
    private String dataId;
    private String buildDate;
    private String buildTime;
    private String buildText;
    private List<Property> properties;

    public String getReturnCode() {
        return returnCode;
    }

    public void setReturnCode(String returnCode) {
        this.returnCode = returnCode;
    }

    public String getBeginOfService() {
        return beginOfService;
    }

    public void setBeginOfService(String beginOfService) {
        this.beginOfService = beginOfService;
    }

    public String getEndOfService() {
        return endOfService;
    }

    public void setEndOfService(String endOfService) {
        this.endOfService = endOfService;
    }

    public String getId() {
        return id;
    }

    public void setId(String id) {
        this.id = id;
    }

    public String getDataId() {
        return dataId;
    }

    public void setDataId(String dataId) {
        this.dataId = dataId;
    }

    public String getBuildDate() {
        return buildDate;
    }

    public void setBuildDate(String buildDate) {
        this.buildDate = buildDate;
    }

    public String getBuildTime() {
        return buildTime;
    }

    public void setBuildTime(String buildTime) {
        this.buildTime = buildTime;
    }

    public String getBuildText() {
        return buildText;
    }

    public void setBuildText(String buildText) {
        this.buildText = buildText;
    }

    public List<Property> getProperties() {
        return properties;
    }

    public void setProperties(List<Property> properties) {
        this.properties = properties;
    }
}
