package wirefare.dropwizard;

import jakarta.ws.rs.core.GenericEntity;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

/** {@code List<Book>} as a type: what providers see of a resource method that returns one. */
record ListOf(Class<?> element) implements ParameterizedType {
    static GenericEntity<List<?>> entity(List<?> records, Class<?> element) {
        return new GenericEntity<>(records, new ListOf(element));
    }

    @Override
    public Type[] getActualTypeArguments() {
        return new Type[] {element};
    }

    @Override
    public Type getRawType() {
        return List.class;
    }

    @Override
    public Type getOwnerType() {
        return null;
    }
}
