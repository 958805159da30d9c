package wirefare.data.transit;

import wirefare.data.RefusedCallException;

/** Fields that a request must have: not every codec asks for them. */
final class Required {
    private Required() {
    }

    static <T> T field(String name, T value) {
        if (value == null) {
            throw new RefusedCallException(name + " is missing");
        }
        return value;
    }

    static Point point(String name, Point point) {
        field(name, point);
        field(name + ".name", point.getName());
        field(name + ".type", point.getType());
        return point;
    }
}
