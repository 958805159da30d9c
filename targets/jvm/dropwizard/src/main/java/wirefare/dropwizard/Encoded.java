package wirefare.dropwizard;

import java.util.List;
import wirefare.codecs.Codec;
import wirefare.data.Dataset;

/** An entity with the library that is to write it: several write XML, and the query says which. */
public interface Encoded {
    Codec codec();

    byte[] bytes();

    record Records<T>(Codec codec, Dataset<T> dataset, List<T> records) implements Encoded {
        @Override
        public byte[] bytes() {
            return codec.encodeList(dataset, records);
        }
    }

    record Single(Codec codec, Object record) implements Encoded {
        @Override
        public byte[] bytes() {
            return codec.encode(record);
        }
    }
}
