// Who is measured on a network: what is sent today, the best by prediction, the best that needs nothing new,
// and what every browser takes.

import { parseCompression } from '../factors/compression.ts';
import type { Prediction, Way } from '../record/advice-facts.ts';

/** A format that is good at one level of a compression is as good at the next: two of a kind are enough. */
const MOST_OF_A_FORMAT = 2;

export interface Choice {
  readonly ways: readonly Way[];
  /** The predictions of every way, the quickest first. */
  readonly predictions: readonly Prediction[];
  /** Index of today's way. */
  readonly today: number;
  /** Whether a client needs only the platform for it. */
  isPlain(way: Way): boolean;
}

/** Sent by everybody and taken by every browser: what advice is measured against, whatever else is good. */
const ALWAYS = [
  { format: 'json', coding: 'br' },
  { format: 'json', coding: 'gzip' },
] as const;

/**
 * Those that are measured as long as anything is: the best by prediction, and what is always measured.
 */
export function keptContenders({ ways, predictions }: Choice): number[] {
  const kept = [predictions[0]?.way, ...alwaysContenders({ ways, predictions })];
  return [...new Set(kept.filter((way) => way !== undefined))];
}

function alwaysContenders({ ways, predictions }: Pick<Choice, 'ways' | 'predictions'>) {
  return ALWAYS.map(
    ({ format, coding }) =>
      predictions.find(
        ({ way }) =>
          ways[way]!.format === format && parseCompression(ways[way]!.compression)?.coding === coding,
      )?.way,
  );
}

/**
 * Indices of the ways without which there is no advice: today's first, the best by prediction, the best that
 * needs nothing new, and JSON at the best level of each compression that all browsers take.
 */
export function neededContenders({ ways, predictions, today, isPlain }: Choice): number[] {
  const plain = predictions.find(({ way }) => isPlain(ways[way]!))?.way;
  const needed = [today, predictions[0]?.way, plain, ...alwaysContenders({ ways, predictions })];
  return [...new Set(needed.filter((way) => way !== undefined))];
}

/** Those needed, then the quickest; at most `most`, and those needed whatever it takes. */
export function contenders(choice: Choice, most: number): number[] {
  const { ways, predictions, today } = choice;
  const chosen = neededContenders(choice);
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

/**
 * Whether another library already sends the same bytes. A study of codecs compares libraries; advice does
 * not.
 */
function isShadowed(way: Way, chosen: readonly Way[]): boolean {
  return chosen.some(({ format, compression }) => format === way.format && compression === way.compression);
}

/** Every way's prediction, the quickest first. */
export function rankPredictions(ways: readonly Way[], totalMs: (way: Way) => number): Prediction[] {
  return ways
    .map((way, index) => ({ way: index, totalMs: totalMs(way) }))
    .sort((a, b) => a.totalMs - b.totalMs);
}
