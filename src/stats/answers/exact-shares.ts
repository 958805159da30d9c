// Two shares held beside one another where few are marked: Fisher's exact test, of one side (Fisher, The
// Design of Experiments, 1935). It needs no numbers that are large.

/** Of so many, so many are marked. */
export interface Marked {
  readonly marked: number;
  readonly of: number;
}

/**
 * The chance that of all that are marked as many as here, or more, are of the first, were both marked alike
 * often.
 */
export function chanceOfSoMany(first: Marked, other: Marked): number {
  const marked = first.marked + other.marked;
  const ways = (ofFirst: number) =>
    logChoose(first.of, ofFirst) +
    logChoose(other.of, marked - ofFirst) -
    logChoose(first.of + other.of, marked);
  let term = Math.exp(ways(first.marked));
  let chance = term;
  for (let ofFirst = first.marked; ofFirst < Math.min(marked, first.of); ofFirst++) {
    const left = other.of - marked + ofFirst;
    term *= ((marked - ofFirst) * (first.of - ofFirst)) / ((ofFirst + 1) * (left + 1));
    chance += term;
  }
  return Math.min(1, chance);
}

function logChoose(of: number, taken: number): number {
  return logFactorial(of) - logFactorial(taken) - logFactorial(of - taken);
}

/** By Stirling's series, from where its next term is below 1e-12. */
function logFactorial(n: number): number {
  if (n < SERIES_FROM) {
    let log = 0;
    for (let i = 2; i <= n; i++) log += Math.log(i);
    return log;
  }
  const ofSeries = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + ofSeries;
}

const SERIES_FROM = 32;
