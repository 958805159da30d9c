package wirefare.codecs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.dataformat.xml.JacksonXmlAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.xml.XmlFactory;
import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import wirefare.data.Dataset;

/**
 * XML by Jackson's XML module over Woodstox: fields as elements, or, as format {@code xml-attributes}, as attributes.
 */
public final class JacksonXml implements Codec {
    private final String format;
    private final XmlMapper mapper;

    private JacksonXml(String format, JacksonXmlAnnotationIntrospector introspector) {
        this.format = format;
        mapper = XmlMapper.builder(new XmlFactory(XmlText.input(), XmlText.output()))
                .annotationIntrospector(introspector)
                .defaultUseWrapper(false)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .build();
    }

    public static JacksonXml elements() {
        return new JacksonXml("xml", new JacksonXmlAnnotationIntrospector(false));
    }

    public static JacksonXml attributes() {
        return new JacksonXml("xml-attributes", new Attributes());
    }

    @Override
    public String format() {
        return format;
    }

    @Override
    public String name() {
        return "jackson-xml";
    }

    @Override
    public String contentType() {
        return "application/xml";
    }

    @Override
    public Class<?> library() {
        return XmlMapper.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(dataset.asList().apply(records));
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        return decode(bytes, dataset.listType()).records();
    }

    @Override
    public byte[] encode(Object record) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(XmlText.PROLOG);
        try {
            out.writeBytes(mapper.writer().withRootName(rootName(record.getClass())).writeValueAsBytes(record));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
        out.write(XmlText.END);
        return out.toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        try {
            var reader = XmlText.open(bytes);
            // Jackson takes any name for the root.
            reader.require(XMLStreamConstants.START_ELEMENT, "", rootName(type));
            var record = mapper.readValue(reader, type);
            XmlText.readToEnd(reader);
            return Jackson.notNull(record);
        } catch (IOException | XMLStreamException e) {
            throw new MalformedException(e);
        }
    }

    /** The name that JAXB's users have given it. */
    private static String rootName(Class<?> type) {
        return type.getAnnotation(XmlRootElement.class).name();
    }

    /** Everything that is one value stands in an attribute. */
    private static final class Attributes extends JacksonXmlAnnotationIntrospector {
        Attributes() {
            super(false);
        }

        @Override
        public Boolean isOutputAsAttribute(MapperConfig<?> config, Annotated annotated) {
            var type = annotated.getRawType();
            return type.isPrimitive() || type == String.class;
        }
    }
}
