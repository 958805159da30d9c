package wirefare.codecs;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.util.List;
import wirefare.data.Dataset;

/** Protobuf by the classes that protoc generates: records become messages, and messages records. */
public final class ProtobufJava implements Codec {
    @Override
    public String format() {
        return "protobuf";
    }

    @Override
    public String name() {
        return "protobuf-java";
    }

    @Override
    public String contentType() {
        return "application/x-protobuf";
    }

    @Override
    public Class<?> library() {
        return MessageLite.class;
    }

    @Override
    public <T> byte[] encodeList(Dataset<T> dataset, List<T> records) {
        return ProtobufMessages.ofList(dataset, records).toByteArray();
    }

    @Override
    public <T> List<T> decodeList(Dataset<T> dataset, byte[] bytes) {
        try {
            return ProtobufMessages.records(dataset, bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedException(e);
        }
    }

    @Override
    public byte[] encode(Object record) {
        return ProtobufMessages.of(record).toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type) {
        try {
            return type.cast(ProtobufMessages.record(type, bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedException(e);
        }
    }
}
