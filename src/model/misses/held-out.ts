// How far predictions miss, by what they rest on: cells are left out one after another, predicted from the
// rest, and held against what was measured. Residuals are of the same sessions, so they hold what the model
// gets wrong and not how machines differ from hour to hour; what sessions scatter, replicates tell.

import type { RequestCell } from '../../factors/cell.ts';
import { spellCompression } from '../../factors/compression.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { bytesFor, FEWEST_LENDERS, lendersTo } from '../bytes.ts';
import { allSessions } from '../draws.ts';
import type { MeasuredCell } from '../measured.ts';
import { networkTimes } from '../network-times.ts';
import { predict } from '../predict.ts';
import { fitTerms, meanTimes } from '../terms.ts';

/**
 *   inside        between two numbers of objects that were measured
 *   outside       up to twice the most, or down to half of the fewest
 *   combination   a format with a compression that other formats were measured with
 *   network       over a network on which nothing of its kind was measured
 */
export const MISS_KINDS = ['inside', 'outside', 'combination', 'network'] as const;
export type MissKind = (typeof MISS_KINDS)[number];

/**
 * Natural logarithm of predicted over measured, of each cell left out: of loopback cells, but for `network`,
 * so that the first three are misses of the work of both ends.
 */
export type Residuals = Readonly<Record<MissKind, readonly number[]>>;

export function heldOutResiduals(
  cells: readonly MeasuredCell[],
  networks: readonly NetworkProfile[],
): Residuals {
  const found: Record<MissKind, number[]> = { inside: [], outside: [], combination: [], network: [] };
  const folds = new Map<string, Fold>();
  for (const cell of cells) {
    for (const kind of kindsOfCell(cell, cells)) {
      const key = `${kind} ${leftOutWith(kind, cell.factors)}`;
      const fold = folds.get(key) ?? { kind, cells: [] };
      folds.set(key, fold);
      fold.cells.push(cell);
    }
  }
  for (const [key, { kind, cells: own }] of folds) {
    const rest = cells.filter(({ factors }) => `${kind} ${leftOutWith(kind, factors)}` !== key);
    if (rest.length === 0) continue;
    const draw = allSessions(cells);
    const terms = fitTerms(rest, draw, networks);
    for (const cell of own) {
      const measured = meanTimes(cell, draw);
      const network = networks.find(({ name }) => name === cell.factors.network);
      const predicted = predict(terms, {
        factors: cell.factors,
        bytes: bytesFor(rest, cell.factors) ?? cell.bytes,
        networkMs: network === undefined ? null : networkTimes(network, cell.factors),
        reuse: 1,
      });
      if (measured === null || 'unknown' in predicted) continue;
      found[kind].push(Math.log(predicted.totalMs / measured.totalMs));
    }
  }
  return found;
}

interface Fold {
  readonly kind: MissKind;
  readonly cells: MeasuredCell[];
}

/** Cells with the same words are left out together. */
function leftOutWith(kind: MissKind, factors: RequestCell): string {
  const { browser, target, dataset, format, codec, encoder, n, compression, network } = factors;
  const data = [target, dataset, format, codec, encoder];
  switch (kind) {
    case 'inside':
    case 'outside':
      return [...data, n].join(' ');
    case 'combination':
      return [...data, spellCompression(compression)].join(' ');
    case 'network':
      return [browser, network].join(' ');
  }
}

function kindsOfCell({ factors }: MeasuredCell, cells: readonly MeasuredCell[]): MissKind[] {
  const kinds: MissKind[] = [];
  // Over a network most of the time is arithmetic, which would hide what is missed of the rest.
  if (factors.network !== NO_NETWORK) return ['network'];
  const own = leftOutWith('combination', factors);
  const numbers = cells
    .filter((cell) => leftOutWith('combination', cell.factors) === own)
    .map((cell) => cell.factors.n);
  const others = numbers.filter((n) => n !== factors.n);
  if (others.length > 1) {
    const [least, most] = [Math.min(...others), Math.max(...others)];
    if (factors.n > least && factors.n < most) kinds.push('inside');
    else if (factors.n >= least / REACH && factors.n <= most * REACH) kinds.push('outside');
  }
  if (factors.compression.level !== null && lendersTo(cells, factors).size >= FEWEST_LENDERS)
    kinds.push('combination');
  return kinds;
}

/** Beyond the ends a prediction goes so many times further, and no further. */
export const REACH = 2;
