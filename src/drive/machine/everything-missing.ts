// Looks for several things and tells everything that is missing at once, so that nobody installs one only to
// be told of the next.

import { EnvironmentError } from '../../base/errors.ts';

/**
 * Answers what the looks found, in their order. Throws one EnvironmentError with what all of them missed and
 * tried, and each remedy once; anything else that is thrown at once.
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
  const [first, ...others] = missing;
  if (first === undefined) return found;
  if (others.length === 0) throw first;
  throw new EnvironmentError(
    missing.map(({ message }) => message).join('; '),
    [...new Set(missing.flatMap(({ tried }) => tried))],
    [...new Set(missing.map(({ remedy }) => remedy))].join('; '),
  );
}
