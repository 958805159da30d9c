package wirefare.messages;

/**
 * Messages made from a seed, the same on both ends and in every client.
 *
 * @param isText letters and digits, or else bytes of any value
 * @param seed the bits of a number below 2³²
 */
public record RandomContent(boolean isText, SizePolicy size, int seed) {}
