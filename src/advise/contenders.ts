// Who is measured on a network: what is sent today, the best by prediction, and the best that needs nothing
// new.

import type { Prediction, Way } from '../record/advice-facts.ts';

/** A format that is good at one level of a compression is as good at the next: two of a kind are enough. */
const MOST_OF_A_FORMAT = 2;

export interface Choice {
  readonly ways: readonly Way[];
  /** Of every way, the quickest first. */
  readonly predictions: readonly Prediction[];
  /** Index of today's way. */
  readonly today: number;
  /** Whether a client needs nothing for it but the platform. */
  isPlain(way: Way): boolean;
}

/** Indices of ways, today's first, then the quickest; at most `most`, and today's whatever it takes. */
export function contenders({ ways, predictions, today, isPlain }: Choice, most: number): number[] {
  const chosen = [today];
  const plain = predictions.find(({ way }) => isPlain(ways[way]!));
  if (plain !== undefined && plain.way !== today) chosen.push(plain.way);
  const ofFormat = (format: string) =>
    chosen.filter((way) => way !== today && ways[way]!.format === format).length;
  for (const { way } of predictions) {
    if (chosen.length >= most) break;
    if (chosen.includes(way) || ofFormat(ways[way]!.format) >= MOST_OF_A_FORMAT) continue;
    if (
      isShadowed(
        ways[way]!,
        chosen.map((index) => ways[index]!),
      )
    )
      continue;
    chosen.push(way);
  }
  return chosen;
}

/** The same bytes by another library: what differs is told by a study of codecs, not by advice. */
function isShadowed(way: Way, chosen: readonly Way[]): boolean {
  return chosen.some(({ format, compression }) => format === way.format && compression === way.compression);
}

/** Every way's prediction, the quickest first. */
export function rankPredictions(ways: readonly Way[], totalMs: (way: Way) => number): Prediction[] {
  return ways
    .map((way, index) => ({ way: index, totalMs: totalMs(way) }))
    .sort((a, b) => a.totalMs - b.totalMs);
}
