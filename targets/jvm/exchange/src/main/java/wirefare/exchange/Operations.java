package wirefare.exchange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirefare.data.Book;
import wirefare.data.BooksRequest;
import wirefare.data.Dataset;
import wirefare.data.File;
import wirefare.data.FilesRequest;
import wirefare.data.ListRequest;
import wirefare.data.RefusedCallException;
import wirefare.data.Video;
import wirefare.data.VideosRequest;
import wirefare.data.transit.CheckNameRequest;
import wirefare.data.transit.GetRouteRequest;
import wirefare.data.transit.InitRequest;
import wirefare.data.transit.TransitService;

/**
 * All operations: lists of new objects, and the transit service. A stack that binds requests and answers by itself
 * calls the methods; others take them by name.
 */
public final class Operations {
    private final Datasets datasets;
    private final TransitService transit = new TransitService();
    private final Map<String, Operation<?, ?>> byName = new LinkedHashMap<>();

    /** @param datasets of which the lists are made; there are no lists of others */
    public Operations(Datasets datasets) {
        this.datasets = datasets;
        addList("books", BooksRequest.class, Dataset.BOOK);
        addList("videos", VideosRequest.class, Dataset.VIDEO);
        addList("files", FilesRequest.class, Dataset.FILE);
        add(Operation.ofRecord("init", InitRequest.class, transit::init));
        add(Operation.ofRecord("checkname", CheckNameRequest.class, transit::checkName));
        add(Operation.ofRecord("getroute", GetRouteRequest.class, transit::getRoute));
    }

    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** @throws Refusal where there is none of that name: 404 */
    public Operation<?, ?> named(String name) {
        var operation = byName.get(name);
        if (operation == null) {
            throw new Refusal(404, "there is no operation " + name, null, names());
        }
        return operation;
    }

    public List<Book> books(BooksRequest request) {
        return first(Dataset.BOOK, request);
    }

    public List<Video> videos(VideosRequest request) {
        return first(Dataset.VIDEO, request);
    }

    public List<File> files(FilesRequest request) {
        return first(Dataset.FILE, request);
    }

    public TransitService transit() {
        return transit;
    }

    private <T> List<T> first(Dataset<T> dataset, ListRequest request) {
        int n = request.getN();
        if (!datasets.has(dataset)) {
            throw new RefusedCallException("this target was started without the dataset " + dataset.name());
        }
        if (n < 1 || n > datasets.largestN()) {
            throw new RefusedCallException(
                    "n is " + n + ": a whole number from 1 to " + datasets.largestN() + " is wanted");
        }
        return datasets.fresh(dataset, n);
    }

    private <Q extends ListRequest, T> void addList(String name, Class<Q> request, Dataset<T> dataset) {
        if (datasets.has(dataset)) {
            add(new Operation<Q, List<T>>(
                    name, request, asked -> first(dataset, asked), (codec, list) -> codec.encodeList(dataset, list)));
        }
    }

    private void add(Operation<?, ?> operation) {
        byName.put(operation.name(), operation);
    }
}
