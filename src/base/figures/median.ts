// The median. It has its own file because pages use it too; all other statistics stand in the room `stats`.

/** Of an even number of values, the mean of the two in the middle. NaN if there are no values. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) return Number.NaN;
  const own = copied(values);
  const middle = own.length >> 1;
  putInPlace(own, middle);
  const high = own[middle]!;
  const low = own.length % 2 === 1 ? high : largest(own, middle);
  return low === high ? low : low + (high - low) / 2;
}

/**
 * Medians of thousands of values are asked for by the thousand: all are found in the same room, so that none
 * leaves one to be cleared away.
 */
function copied(values: ArrayLike<number>): Float64Array {
  if (values.length > MOST_IN_ROOM) return new Float64Array(values);
  if (room.length < values.length) room = new Float64Array(2 * values.length);
  const own = room.subarray(0, values.length);
  own.set(values);
  return own;
}

let room = new Float64Array(0);
const MOST_IN_ROOM = 1_000_000;

/** Whoever makes up a record may make up one that is halved badly every time. */
const MOST_ROUNDS = 200;

/**
 * Moves values until the one at `place` is the one that sorting puts there, and none before it is larger
 * (Hoare, Algorithm 65: FIND, 1961): records have a million values, and sorting them takes five times as
 * long.
 */
export function putInPlace(values: Float64Array, place: number): void {
  let first = 0;
  let last = values.length - 1;
  // NaN is neither smaller nor larger than anything; sorting puts it last.
  for (let round = values.includes(Number.NaN) ? MOST_ROUNDS : 0; first < last; round++) {
    if (round === MOST_ROUNDS) {
      values.sort();
      return;
    }
    const pivot = values[(first + last) >>> 1]!;
    let [up, down] = [first - 1, last + 1];
    for (;;) {
      do up++;
      while (values[up]! < pivot);
      do down--;
      while (values[down]! > pivot);
      if (up >= down) break;
      const value = values[up]!;
      values[up] = values[down]!;
      values[down] = value;
    }
    if (place <= down) last = down;
    else first = down + 1;
  }
}

/** Of the first so many. */
function largest(values: Float64Array, count: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) if (values[i]! > most) most = values[i]!;
  return most;
}
