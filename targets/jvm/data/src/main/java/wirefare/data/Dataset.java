package wirefare.data;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One of the generated lists: its name in queries, its class, how its records are drawn and copied, and the orders
 * that have been published for it. Generation and orders are those of targets/DATA.md.
 */
public record Dataset<T>(
        String name,
        Class<T> type,
        Class<? extends RecordList<T>> listType,
        Function<List<T>, ? extends RecordList<T>> asList,
        RecordSource<T> source,
        UnaryOperator<T> copy,
        Map<String, Comparator<T>> orders) {

    public static final Dataset<Book> BOOK =
            new Dataset<>(
                    "book", Book.class, Books.class, Books::new, RecordSources.BOOKS, Book::new, Orders.BOOK);
    public static final Dataset<Video> VIDEO =
            new Dataset<>(
                    "video", Video.class, Videos.class, Videos::new, RecordSources.VIDEOS, Video::new, Orders.VIDEO);
    public static final Dataset<File> FILE =
            new Dataset<>(
                    "file", File.class, Xml.class, Xml::new, RecordSources.FILES, File::new, Map.of());

    /** All that there are, in the order in which /about lists them. */
    public static final List<Dataset<?>> ALL = List.of(BOOK, VIDEO, FILE);

    /** The first n records, made anew. */
    public List<T> first(int n) {
        return source.first(n);
    }
}
