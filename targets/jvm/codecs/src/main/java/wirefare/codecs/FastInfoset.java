package wirefare.codecs;

import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import wirefare.data.Dataset;

/** Fast Infoset (ITU-T X.891) of what the format xml writes: JAXB over the library's StAX writer and reader. */
public final class FastInfoset implements Codec {
    private final JaxbContexts contexts = new JaxbContexts();

    @Override
    public String format() {
        return "fast-infoset";
    }

    @Override
    public String name() {
        return "jaxb-stax";
    }

    @Override
    public String contentType() {
        return "application/fastinfoset";
    }

    @Override
    public Class<?> library() {
        return StAXDocumentSerializer.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(dataset.asList().apply(records));
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        var type = dataset.listType();
        return read(bytes, reader -> contexts.unmarshaller(type).unmarshal(reader, type).getValue()).records();
    }

    @Override
    public byte[] encode(Object record) {
        var out = new ByteArrayOutputStream();
        XMLStreamWriter writer = new StAXDocumentSerializer(out);
        try {
            writer.writeStartDocument();
            contexts.marshaller(record.getClass()).marshal(record, writer);
            writer.writeEndDocument();
            writer.close();
        } catch (JAXBException | XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        return type.cast(read(bytes, reader -> contexts.unmarshaller(type).unmarshal(reader)));
    }

    private interface Reading<T> {
        T from(XMLStreamReader reader) throws JAXBException, XMLStreamException;
    }

    /**
     * The parser believes what a document says of its lengths and makes an array of it before it reads on, and meets
     * bytes that are none of the format with whatever exception comes: all of that is a malformed document.
     */
    private static <T> T read(byte[] bytes, Reading<T> reading) {
        try {
            var reader = new StAXDocumentParser(new ByteArrayInputStream(bytes));
            var value = reading.from(XmlText.atRoot(reader));
            XmlText.readToEnd(reader);
            return value;
        } catch (MalformedException e) {
            throw e;
        } catch (JAXBException | XMLStreamException | RuntimeException e) {
            throw new MalformedException(e);
        } catch (OutOfMemoryError e) {
            throw new MalformedException("a length in the document is beyond all memory");
        }
    }
}
