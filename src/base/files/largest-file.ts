// How large data may be that are read whole.

/** JavaScript's strings end at about 2²⁹ characters, and JSON.parse takes one string. */
export const MOST_FILE_BYTES = 500_000_000;
