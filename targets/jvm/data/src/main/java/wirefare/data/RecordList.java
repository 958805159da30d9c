package wirefare.data;

import java.util.List;

/** The root of a document that holds a list of one kind of record, for formats that need one. */
public interface RecordList<T> {
    List<T> records();
}
