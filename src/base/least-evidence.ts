// How much evidence an answer takes at least. Statistics decide by it, plans reckon with it, and reports say
// it.

/**
 * With fewer sessions every answer is provisional: the spread of two or three numbers says too little.
 */
export const FEWEST_SESSIONS = 4;

/** From so many on an interval is about machines such as these; with fewer about these. */
export const FEWEST_MACHINES = 4;
