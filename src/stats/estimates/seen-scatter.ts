// How far pairs of cells were seen to scatter on a quiet machine of two cores: what plans foresee from, and
// what the simulated wall times take. Standard deviations on the log scale.

/** Of a pair's log ratio from session to session, in a record of ten … */
export const BETWEEN_SD = 0.029;
/** … and within one (median of four runs, of today's exchanges) … */
export const WITHIN_SD = 0.08;
/** … of so many counted exchanges of each cell. */
export const WITHIN_EXCHANGES = 20;
/** Of one cell from session to session: what pairs of different sessions scatter by, each cell for itself. */
export const LEVEL_SD = 0.041;
