// What the step of a clock hides: a median of times that were read on a clock of steps is right only to half
// a step, however many times were read and in however many sessions.

/**
 * Variance of the log of a median: the error is anywhere within half a step on either side, so its variance
 * is step²/12.
 */
export function clockStepVariance(stepMs: number, medianMs: number): number {
  return (stepMs / medianMs) ** 2 / 12;
}
