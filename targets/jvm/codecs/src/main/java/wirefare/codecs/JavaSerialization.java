package wirefare.codecs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import wirefare.data.Dataset;

/**
 * Java's own object serialization, one object a body; read under a filter, because it would make any object it is told
 * to.
 */
public final class JavaSerialization implements Codec {
    private final ClassValue<PayloadFilter> records = new ClassValue<>() {
        @Override
        protected PayloadFilter computeValue(Class<?> type) {
            return new PayloadFilter(type);
        }
    };
    private final ClassValue<PayloadFilter> lists = new ClassValue<>() {
        @Override
        protected PayloadFilter computeValue(Class<?> type) {
            return PayloadFilter.ofList(type);
        }
    };

    @Override
    public String format() {
        return "java-serialization";
    }

    @Override
    public String name() {
        return "ObjectOutputStream";
    }

    @Override
    public String contentType() {
        return "application/x-java-serialized-object";
    }

    @Override
    public Class<?> library() {
        return ObjectOutputStream.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return encode(records instanceof ArrayList<T> list ? list : new ArrayList<>(records));
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        var list = read(bytes, ArrayList.class, lists.get(dataset.type()));
        var records = new ArrayList<T>(list.size());
        for (var each : list) {
            records.add(instance(each, dataset.type()));
        }
        return records;
    }

    @Override
    public byte[] encode(Object record) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        return read(bytes, type, records.get(type));
    }

    private static <T> T read(byte[] bytes, Class<T> type, ObjectInputFilter filter) {
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            var value = instance(in.readObject(), type);
            requireEnd(in);
            return value;
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw e instanceof MalformedException malformed ? malformed : new MalformedException(e);
        }
    }

    private static <T> T instance(Object value, Class<T> type) {
        if (!type.isInstance(value)) {
            throw new MalformedException("not an object of " + type.getName());
        }
        return type.cast(value);
    }

    private static void requireEnd(ObjectInputStream in) throws IOException, ClassNotFoundException {
        try {
            in.readObject();
        } catch (EOFException e) {
            return;
        }
        throw new MalformedException("something stands behind the object");
    }
}
