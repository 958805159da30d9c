// Looks for several things and reports everything that is missing at once, so that nobody installs one thing
// only to hear of the next.

import { EnvironmentError } from '../../base/errors.ts';

/**
 * Returns the results of all looks, in their order. If some throw an EnvironmentError, throws one with
 * everything that they missed and tried, and each remedy once. Throws any other error at once.
 */
export async function allFound<Found>(looks: readonly (() => Promise<Found>)[]): Promise<Found[]> {
  const found: Found[] = [];
  const missing: EnvironmentError[] = [];
  for (const look of looks) {
    try {
      found.push(await look());
    } catch (thrown) {
      if (!(thrown instanceof EnvironmentError)) throw thrown;
      missing.push(thrown);
    }
  }
  if (missing.length === 0) return found;
  throw allMissing(missing);
}

/** One error for them all: what they missed and tried, and each remedy once. */
export function allMissing(missing: readonly EnvironmentError[]): EnvironmentError {
  if (missing.length === 1) return missing[0]!;
  return new EnvironmentError(
    [...new Set(missing.map(({ message }) => message))].join('; '),
    [...new Set(missing.flatMap(({ tried }) => tried))],
    [...new Set(missing.map(({ remedy }) => remedy))].join('; '),
  );
}
