package wirefare.data;

import static java.util.Comparator.comparing;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields by which the published computations sort, in their order; the first is what {@code cm1} sorts by.
 * {@link String#compareTo} compares UTF-16 code units, which is what the contract wants.
 */
final class Orders {
    static final Map<String, Comparator<Book>> BOOK = book();
    static final Map<String, Comparator<Video>> VIDEO = video();

    private Orders() {
    }

    private static Map<String, Comparator<Book>> book() {
        var orders = new LinkedHashMap<String, Comparator<Book>>();
        orders.put("author", comparing(Book::getAuthor));
        orders.put("description", comparing(Book::getDescription));
        orders.put("image", comparing(Book::getImage));
        orders.put("price", Comparator.comparingDouble(Book::getPrice));
        orders.put("numInStock", Comparator.comparingInt(Book::getNumInStock));
        orders.put("type", comparing(Book::getType));
        orders.put("onSale", (a, b) -> Boolean.compare(a.isOnSale(), b.isOnSale()));
        return Collections.unmodifiableMap(orders);
    }

    private static Map<String, Comparator<Video>> video() {
        var orders = new LinkedHashMap<String, Comparator<Video>>();
        orders.put("title", comparing(Video::getTitle));
        orders.put("uri", comparing(Video::getUri));
        orders.put("format", comparing(Video::getFormat));
        orders.put("height", Comparator.comparingInt(Video::getHeight));
        orders.put("width", Comparator.comparingInt(Video::getWidth));
        orders.put("length", Comparator.comparingInt(Video::getLength));
        orders.put("views", Comparator.comparingInt(Video::getViews));
        orders.put("enabled", (a, b) -> Boolean.compare(a.isEnabled(), b.isEnabled()));
        return Collections.unmodifiableMap(orders);
    }
}
