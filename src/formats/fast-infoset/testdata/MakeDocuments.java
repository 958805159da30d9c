// Writes the documents of this folder, each as Fast Infoset and as XML: java MakeDocuments.java FOLDER, with the libraries that README.md
// names on the class path. FOLDER has books.xml, three Books as the format xml writes them.

import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import com.fasterxml.jackson.dataformat.xml.annotation.JacksonXmlRootElement;
import com.sun.xml.fastinfoset.dom.DOMDocumentSerializer;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Endpoint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLStreamWriter;
import org.jvnet.fastinfoset.EncodingAlgorithmIndexes;
import org.jvnet.fastinfoset.ExternalVocabulary;
import org.jvnet.fastinfoset.Vocabulary;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.AttributesImpl;

public class MakeDocuments {
    static Path folder;

    public static void main(String[] arguments) throws Exception {
        folder = Path.of(arguments[0]);
        books();
        envelopes();
        serialized("indices", indices());
        serialized("lengths", lengths());
        serialized("mixed", MIXED);
        serialized("namespaces", NAMESPACES);
        serialized("alphabets", OTHER_ALPHABETS);
        utf16();
        byDom();
        values();
        externalVocabulary();
    }

    // Books, as frameworks write them.

    @XmlRootElement(name = "books")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Books {
        public List<Book> book = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @JacksonXmlRootElement(localName = "book")
    static class Book {
        public String title;
        public String author;
        public String description;
        public String image;
        public int numInStock;
        public double price;
        public String type;
        public boolean onSale;
    }

    static void books() throws Exception {
        JAXBContext context = JAXBContext.newInstance(Books.class);
        Books books = (Books) context.createUnmarshaller().unmarshal(folder.resolve("books.xml").toFile());
        ByteArrayOutputStream byJaxb = new ByteArrayOutputStream();
        XMLStreamWriter writer = new StAXDocumentSerializer(byJaxb);
        context.createMarshaller().marshal(books, writer);
        write("books-jaxb.finf", byJaxb.toByteArray());

        ByteArrayOutputStream byJackson = new ByteArrayOutputStream();
        XMLStreamWriter stream = new StAXDocumentSerializer(byJackson);
        stream.writeStartDocument();
        stream.writeStartElement("books");
        XmlMapper mapper = new XmlMapper();
        for (Book book : books.book) mapper.writeValue(stream, book);
        stream.writeEndElement();
        stream.writeEndDocument();
        write("books-jackson.finf", byJackson.toByteArray());
    }

    // SOAP, as the JAX-WS reference implementation answers who accepts Fast Infoset.

    @WebService(targetNamespace = "urn:wirefare")
    public static class Greeter {
        @WebMethod
        public List<String> greet(String name, int times) {
            String[] greetings = new String[times];
            Arrays.fill(greetings, "Bok, " + name + "!");
            return Arrays.asList(greetings);
        }
    }

    static final String REQUEST =
        "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body><w:greet xmlns:w=\"urn:wirefare\">"
            + "<arg0>Željka 𝒜</arg0><arg1>3</arg1></w:greet></soap:Body></soap:Envelope>";

    static void envelopes() throws Exception {
        Endpoint endpoint = Endpoint.publish("http://127.0.0.1:18999/greeter", new Greeter());
        try {
            write("envelope.finf", answer("application/fastinfoset"));
            write("envelope.xml", answer("text/xml"));
        } finally {
            endpoint.stop();
        }
        byte[] sent = sax(REQUEST, "UTF-8");
        write("request.finf", sent);
        write("request.xml", REQUEST.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] answer(String accepted) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:18999/greeter"))
            .header("Content-Type", "text/xml;charset=utf-8").header("SOAPAction", "\"\"").header("Accept", accepted)
            .POST(HttpRequest.BodyPublishers.ofString(REQUEST)).build();
        HttpResponse<byte[]> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200 || !response.headers().firstValue("Content-Type").orElse("").startsWith(accepted))
            throw new IllegalStateException(response.statusCode() + " " + response.headers().map());
        return response.body();
    }

    // XML through the library's SAX serializer.

    static void serialized(String name, String xml) throws Exception {
        write(name + ".xml", xml.getBytes(StandardCharsets.UTF_8));
        write(name + ".finf", sax(xml, "UTF-8"));
    }

    static byte[] sax(String xml, String encoding) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        serializer.setCharacterEncodingScheme(encoding);
        serializer.setOutputStream(out);
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(true);
        var reader = factory.newSAXParser().getXMLReader();
        reader.setContentHandler(serializer);
        reader.setProperty("http://xml.org/sax/properties/lexical-handler", serializer);
        reader.parse(new InputSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
        return out.toByteArray();
    }

    /** Tables that grow beyond each form of an index but the longest, which would take megabytes. */
    static String indices() {
        StringBuilder xml = new StringBuilder("<r>");
        // Attribute names and values: 64, then 8 256.
        for (int i = 0; i < 8_300; i += 100) {
            xml.append("<e");
            for (int k = i; k < i + 100; k++) xml.append(" a").append(brief(k)).append("=\"").append(brief(k)).append('"');
            xml.append("/>");
        }
        for (int i : new int[] {0, 63, 64, 65, 8_255, 8_256, 8_257, 8_299})
            xml.append("<e a").append(brief(i)).append("=\"").append(brief(i)).append("\"/>");
        // Element names: 32, then 2 080; their local names are those of attributes, so that indices of local names come too.
        for (int i = 0; i < 2_100; i++) xml.append("<a").append(brief(i)).append("/>");
        for (int i : new int[] {29, 30, 31, 32, 33, 2_077, 2_078, 2_079, 2_080, 2_099}) xml.append("<a").append(brief(i)).append("/>");
        xml.append("<a").append(brief(8_299)).append("/>");
        // Texts: 16, then 1 040.
        for (int i = 0; i < 1_100; i++) xml.append("<e>").append(brief(i)).append("</e>");
        for (int i : new int[] {0, 14, 15, 16, 17, 1_038, 1_039, 1_040, 1_041, 1_099}) xml.append("<e>").append(brief(i)).append("</e>");
        return xml.append("</r>").toString();
    }

    static String brief(int number) {
        return Integer.toString(number, 36);
    }

    /** Texts, attribute values, comments and names around every length at which its form changes. */
    static String lengths() {
        StringBuilder xml = new StringBuilder("<r>");
        for (int length : new int[] {1, 2, 3, 4, 8, 9, 10, 24, 25, 31, 32, 33, 64, 65, 257, 258, 259, 260, 264, 265, 266, 600}) {
            xml.append("<t v=\"").append("v".repeat(length)).append("\">").append("t".repeat(length)).append("</t>");
            xml.append("<t v=\"").append("é".repeat(length)).append("\">").append("𝒜".repeat(length)).append("</t>");
            xml.append("<!--").append("c".repeat(length)).append("-->");
        }
        for (int length : new int[] {63, 64, 65, 66, 319, 320, 321, 322, 900})
            xml.append('<').append("n".repeat(length)).append(" xmlns:").append("p".repeat(length)).append("=\"u:")
                .append("u".repeat(length)).append("\"/>");
        return xml.append("</r>").toString();
    }

    static final String MIXED =
        "<!-- before --><?style sheet?><p xml:lang=\"en\">\n  Text <b>bold <i>and</i></b><i/> &amp; more,<!-- within --> <b>bold</b> again"
            + "<![CDATA[ <raw> & ]]> tail\r\n\ttab&#13; &lt;end&gt;<?target some data?><?bare?><empty a=\"\" b=\"&quot;&#10;\"></empty>\n</p><!-- after -->";

    static final String NAMESPACES =
        "<r xmlns=\"u:default\" xmlns:a=\"u:a\" a:x=\"1\" x=\"2\"><a:e/><e xmlns=\"\" y=\"3\"><e/></e><b:e xmlns:b=\"u:a\" b:x=\"4\"/>"
            + "<a:e xmlns:a=\"u:other\" a:x=\"5\"/><e xml:space=\"preserve\"> </e><a:e a:x=\"6\" xml:id=\"i\"/></r>";

    static final String OTHER_ALPHABETS =
        "<čvor ознака=\"да\" 値=\"𠮷野家\"><Ω>ünïcödé ﷽ ​﻿ \uD83D\uDE00</Ω><名前>山田\u00a0太郎</名前><čvor>šđčćž</čvor><čvor>šđčćž</čvor></čvor>";

    static void utf16() throws Exception {
        write("utf-16.xml", OTHER_ALPHABETS.getBytes(StandardCharsets.UTF_8));
        write("utf-16.finf", sax(OTHER_ALPHABETS, "UTF-16BE"));
    }

    static void byDom() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        var document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(NAMESPACES.getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DOMDocumentSerializer serializer = new DOMDocumentSerializer();
        serializer.setOutputStream(out);
        serializer.serialize(document);
        write("namespaces-dom.finf", out.toByteArray());
    }

    /** Restricted alphabets and encoding algorithms; the XML has what the library itself reads. */
    static void values() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SAXDocumentSerializer s = new SAXDocumentSerializer();
        s.setOutputStream(out);
        s.startDocument();
        s.startElement("", "r", "r", new AttributesImpl());
        for (String numbers : List.of("1", "12", "-12.5E+3 0", "0123456789-+.E "))
            element(s, "numeric", () -> s.numericCharacters(numbers.toCharArray(), 0, numbers.length()));
        for (String times : List.of("2026-11-21T20:56:00Z", "12:00"))
            element(s, "time", () -> s.dateTimeCharacters(times.toCharArray(), 0, times.length()));
        for (int length : new int[] {1, 2, 3, 4, 100, 258, 259, 400}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) bytes[i] = (byte) (i * 31 + 200);
            element(s, "base64", () -> s.bytes(bytes, 0, bytes.length));
        }
        // The library writes half of these bytes.
        element(s, "hex", () -> s.object(null, EncodingAlgorithmIndexes.HEXADECIMAL, new byte[] {-1, 127, -128, 9}));
        element(s, "short", () -> s.shorts(new short[] {0, -1, 32_767, -32_768}, 0, 4));
        element(s, "int", () -> s.ints(new int[] {0, -1, 2_147_483_647, -2_147_483_648}, 0, 4));
        element(s, "long", () -> s.longs(new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}, 0, 4));
        for (int length = 1; length <= 14; length++) {
            boolean[] values = new boolean[length];
            for (int i = 0; i < length; i++) values[i] = i % 3 != 1;
            // The library makes too many bytes of five to eleven values, and then says that they end with unused ones that they do not have.
            if (length <= 4 || length == 12) element(s, "boolean", () -> s.booleans(values, 0, values.length));
        }
        // Java writes 1.6777216E7 where others write 16777216; the standard leaves it open.
        element(s, "float", () -> s.floats(new float[] {0.1f, -1.5f, 3.4567f, 3.25f, 0.001f}, 0, 5));
        element(s, "double", () -> s.doubles(new double[] {0.1, -1.5, 1234567.125, 0.001}, 0, 4));
        element(s, "uuid", () -> s.uuids(new long[] {0x0123456789abcdefL, 0xfedcba9876543210L, 1, -1}, 0, 4));
        s.startElement("", "cdata", "cdata", new AttributesImpl());
        s.startCDATA();
        s.characters("<raw> & é".toCharArray(), 0, 9);
        s.endCDATA();
        s.endElement("", "cdata", "cdata");
        s.endElement("", "r", "r");
        s.endDocument();
        write("values.finf", out.toByteArray());
        StAXDocumentParser parser = new StAXDocumentParser(new ByteArrayInputStream(out.toByteArray()));
        StringBuilder xml = new StringBuilder();
        while (parser.hasNext()) {
            switch (parser.next()) {
                case 1 -> xml.append('<').append(parser.getLocalName()).append('>');
                case 2 -> xml.append("</").append(parser.getLocalName()).append('>');
                case 4, 12 -> xml.append(parser.getText().replace("&", "&amp;").replace("<", "&lt;"));
                default -> { }
            }
        }
        write("values.xml", xml.toString().getBytes(StandardCharsets.UTF_8));
    }

    interface Content {
        void write() throws Exception;
    }

    static void element(SAXDocumentSerializer s, String name, Content content) throws Exception {
        s.startElement("", name, name, new AttributesImpl());
        content.write();
        s.endElement("", name, name);
    }

    static void externalVocabulary() throws Exception {
        Vocabulary vocabulary = new Vocabulary();
        vocabulary.localNames.add("r");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StAXDocumentSerializer writer = new StAXDocumentSerializer(out);
        writer.setExternalVocabulary(new ExternalVocabulary("urn:wirefare:words", vocabulary));
        writer.writeStartDocument();
        writer.writeStartElement("r");
        writer.writeEndElement();
        writer.writeEndDocument();
        write("external-vocabulary.finf", out.toByteArray());
    }

    static void write(String name, byte[] bytes) throws Exception {
        Files.write(folder.resolve(name), bytes);
        System.out.println(bytes.length + " " + name);
    }
}
