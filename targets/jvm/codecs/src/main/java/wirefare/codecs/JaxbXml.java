package wirefare.codecs;

import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import wirefare.data.Dataset;

/** XML by JAXB's reference implementation, read through Woodstox. */
public final class JaxbXml implements Codec {
    private final JaxbContexts contexts = new JaxbContexts();

    @Override
    public String format() {
        return "xml";
    }

    @Override
    public String name() {
        return "jaxb";
    }

    @Override
    public String contentType() {
        return "application/xml";
    }

    @Override
    public Class<?> library() {
        return org.glassfish.jaxb.runtime.v2.JAXBContextFactory.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(dataset.asList().apply(records));
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        try {
            var reader = XmlText.open(bytes);
            var type = dataset.listType();
            var list = contexts.unmarshaller(type).unmarshal(reader, type).getValue();
            XmlText.readToEnd(reader);
            return list.records();
        } catch (JAXBException | XMLStreamException e) {
            throw new MalformedException(e);
        }
    }

    @Override
    public byte[] encode(Object record) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(XmlText.PROLOG);
        try {
            contexts.marshaller(record.getClass()).marshal(record, out);
        } catch (JAXBException e) {
            throw new IllegalStateException(e);
        }
        out.write(XmlText.END);
        return out.toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        try {
            var reader = XmlText.open(bytes);
            var record = contexts.unmarshaller(type).unmarshal(reader);
            XmlText.readToEnd(reader);
            return type.cast(record);
        } catch (JAXBException | XMLStreamException | ClassCastException e) {
            throw new MalformedException(e);
        }
    }
}
