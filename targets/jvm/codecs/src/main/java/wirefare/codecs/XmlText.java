package wirefare.codecs;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * How XML is opened and closed, whatever binds it. The parser is named: servers bring others and put them in its
 * place.
 */
final class XmlText {
    /** As libxml writes it, which is what targets/DATA.md wants around the document. */
    static final byte[] PROLOG = "<?xml version=\"1.0\"?>\n".getBytes(StandardCharsets.UTF_8);
    static final byte END = '\n';

    private static final WstxInputFactory INPUT = input();

    private XmlText() {
    }

    static WstxInputFactory input() {
        var factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("nothing that a document names is fetched");
        });
        return factory;
    }

    static WstxOutputFactory output() {
        return new WstxOutputFactory();
    }

    /** Stands at the first element: of documents with a document type nothing is read. */
    static XMLStreamReader open(byte[] bytes) throws XMLStreamException {
        return atRoot(INPUT.createXMLStreamReader(new ByteArrayInputStream(bytes)));
    }

    /** To the first element, unless a document type declaration stands before it. */
    static XMLStreamReader atRoot(XMLStreamReader reader) throws XMLStreamException {
        while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (reader.getEventType() == XMLStreamConstants.DTD) {
                throw new MalformedException("documents with a document type are refused");
            }
            reader.next();
        }
        return reader;
    }

    /** What stands behind the first element has to be well-formed too. */
    static void readToEnd(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            reader.next();
        }
        reader.close();
    }
}
