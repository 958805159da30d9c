package wirefare.codecs;

import java.util.List;
import wirefare.data.Dataset;

/**
 * One library's way of writing and reading one format. The bytes are those of targets/DATA.md. Implementations may be
 * used by many threads at once and keep nothing but what the classes of the data decide.
 */
public interface Codec {
    /** As studies name it: {@code json}. */
    String format();

    /** As studies name the encoder: {@code jackson}. */
    String name();

    /** The {@code Content-Type} of the bytes. */
    String contentType();

    /** A class of the library that does the work, for the record: which class, of which jar. */
    Class<?> library();

    <T> byte[] encodeList(Dataset<T> dataset, List<T> records);

    /** @throws MalformedException where the bytes are no such list */
    <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes);

    /** One record by itself: the request of a call, or its answer. */
    byte[] encode(Object record);

    /**
     * @throws MalformedException where the bytes are no record of this class. Fields that are not there stay null or 0
     */
    <T> T decode(byte[] bytes, Class<T> type);
}
