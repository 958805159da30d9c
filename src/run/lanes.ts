// Sessions at once, as lanes in each of which one goes on after the other: how long those take that are still
// to come, and how much longer each of them may be. A run of one at a time has one lane.

/** For how long from now each lane still has a session, ms. */
export type Lanes = readonly number[];

/** Bisections until the time of a session is known to much less than 1 ms. */
const BISECTIONS = 40;

/** `busyMs`: of the sessions that are under way, fewer than lanes. */
export function lanesOf(parallel: number, busyMs: readonly number[]): Lanes {
  return Array.from({ length: parallel }, (_, lane) => busyMs[lane] ?? 0);
}

/** When each of these sessions is over, ms from now: in their order, each in the lane that is free first. */
export function endsMs(lanes: Lanes, takesMs: readonly number[]): number[] {
  const freeMs = [...lanes];
  return takesMs.map((ms) => {
    const lane = freeMs.indexOf(Math.min(...freeMs));
    freeMs[lane] = freeMs[lane]! + ms;
    return freeMs[lane]!;
  });
}

/** How much longer than it must each of these may take, so that all are over in time; 0 where none may. */
export function spareMsEach(lanes: Lanes, takesMs: readonly number[], withinMs: number): number {
  if (lanes.length === 1) {
    const sumMs = takesMs.reduce((sum, ms) => sum + ms, lanes[0]!);
    return Math.max(0, (withinMs - sumMs) / takesMs.length);
  }
  let [enoughMs, tooMuchMs] = [0, Math.max(0, withinMs)];
  for (let i = 0; i < BISECTIONS; i++) {
    const spareMs = (enoughMs + tooMuchMs) / 2;
    const lastMs = Math.max(
      ...endsMs(
        lanes,
        takesMs.map((ms) => ms + spareMs),
      ),
    );
    if (lastMs <= withinMs) enoughMs = spareMs;
    else tooMuchMs = spareMs;
  }
  return enoughMs;
}

/** What all of them have together within so long, ms. */
export function leftInAllMs(lanes: Lanes, withinMs: number): number {
  if (withinMs <= 0) return withinMs;
  return lanes.reduce((sum, busyMs) => sum + Math.max(0, withinMs - busyMs), 0);
}
