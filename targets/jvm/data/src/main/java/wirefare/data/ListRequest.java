package wirefare.data;

/** A request for the first n objects of a dataset. */
public interface ListRequest {
    /** 0, which no list is asked for with, where it was left out. */
    Integer getN();
}
