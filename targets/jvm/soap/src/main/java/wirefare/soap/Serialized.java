package wirefare.soap;

import jakarta.xml.bind.annotation.XmlElement;

/** One object in Java's serialization; in XML as base64. */
public final class Serialized {
    private byte[] payload;

    public Serialized() {
    }

    public Serialized(byte[] payload) {
        this.payload = payload;
    }

    @XmlElement(required = true)
    public byte[] getPayload() {
        return payload;
    }

    public void setPayload(byte[] payload) {
        this.payload = payload;
    }
}
