package wirefare.data;

/** A request for the first n objects of a dataset. */
public interface ListRequest {
    int getN();
}
