package wirefare.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** Draws records one after the other from one generator: the first n of one pass are the first n of any other. */
public record RecordSource<T>(long seed, BiFunction<Draws, Integer, T> draw) {

    public List<T> first(int n) {
        var draws = new Draws(new Random(seed));
        var records = new ArrayList<T>(n);
        for (var i = 0; i < n; i++) {
            records.add(draw.apply(draws, i));
        }
        return records;
    }
}
