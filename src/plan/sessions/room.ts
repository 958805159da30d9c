// How much more than is reckoned is planned for whoever must not run out of time.

/**
 * Sessions take longer than is reckoned, and one that was cut decides nothing: so many times what they are to
 * take.
 */
export const ROOM = 1.3;
