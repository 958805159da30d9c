package wirefare.codecs;

import java.io.ObjectInputFilter;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which classes may stand in a serialized payload: the payload's, those of its fields, and the lists between them. The
 * filter is asked before a class is initialised and before an object of it is made, so that none of its code runs.
 */
final class PayloadFilter implements ObjectInputFilter {
    private static final int MAX_DEPTH = 20;
    /** A record a reference, each of its strings another: more than the largest lists that are sent have. */
    private static final long MAX_REFERENCES = 20_000_000;
    private static final long MAX_BYTES = 1L << 30;
    private static final long MAX_LIST_LENGTH = 1_000_000;

    private final Set<Class<?>> allowed = new HashSet<>();

    /** Of one record. */
    PayloadFilter(Class<?> record) {
        allow(record);
    }

    /** Of an {@link ArrayList} of records. */
    static PayloadFilter ofList(Class<?> record) {
        var filter = new PayloadFilter(record);
        filter.allowLists();
        return filter;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.depth() > MAX_DEPTH || info.references() > MAX_REFERENCES || info.streamBytes() > MAX_BYTES
                || info.arrayLength() > MAX_LIST_LENGTH) {
            return Status.REJECTED;
        }
        var type = info.serialClass();
        return type == null || allowed.contains(type) ? Status.ALLOWED : Status.REJECTED;
    }

    private void allow(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            allowLists();
            allow(list.getActualTypeArguments()[0]);
        } else if (type instanceof Class<?> named && !named.isPrimitive() && allowed.add(named)) {
            allowPartsOf(named);
        }
    }

    private void allowPartsOf(Class<?> type) {
        if (type.getPackageName().equals("java.lang")) {
            // Of a boxed number its superclass; the parts of a string are no objects of the stream.
            allowed.add(type.getSuperclass());
            return;
        }
        for (var field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                allow(field.getGenericType());
            }
        }
    }

    /** An ArrayList asks for the array that it makes of its length. */
    private void allowLists() {
        allowed.add(ArrayList.class);
        allowed.add(Object[].class);
    }
}
