package wirefare.data.transit;

import java.util.regex.Pattern;
import wirefare.data.RefusedCallException;

/** Times of day as they stand in messages: {@code 09:41}. What goes beyond midnight begins again at 00:00. */
final class ClockTime {
    private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):([0-5][0-9])");
    private static final int DAY_MINUTES = 24 * 60;

    private ClockTime() {
    }

    /** Minutes since midnight. */
    static int minutesIn(String text) {
        var matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new RefusedCallException("time is \"" + text + "\"; it is written 09:41");
        }
        return Integer.parseInt(matcher.group(1)) * 60 + Integer.parseInt(matcher.group(2));
    }

    static String text(int minutes) {
        var ofDay = Math.floorMod(minutes, DAY_MINUTES);
        return twoDigits(ofDay / 60) + ":" + twoDigits(ofDay % 60);
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : String.valueOf(number);
    }
}
