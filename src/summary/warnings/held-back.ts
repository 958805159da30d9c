// Answers that something collects before it passes them on, found beside a server that sends the same as it
// comes. Over emulated networks the wire takes longer than any of that.

import { shortFigure } from '../../base/figures/numbers.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { SAME_WORK } from '../../factors/catalogue.ts';
import { wordsKey } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { quantileOfSorted, sorted } from '../../stats/quantile.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';

const { leastMs, share } = WARNINGS['held-back'].bounds;
/** Of what the other server's answer takes to come. */
const AT_ONCE_SHARE = 0.1;
const FEWEST = 4;

const ALIKE = SAME_WORK.filter((name) => name !== 'target' && name !== 'protocol');

interface Times {
  readonly target: string;
  readonly waitMs: number;
  readonly transferMs: number;
}

/** One for each target that is seen to, by the first that shows it. */
export function heldBack({ counted: { table }, cells }: RunTimes): Warning[] {
  const alike = Map.groupBy(
    [...cells.values()].filter(
      ({ cell }) =>
        cell.twinOf === null && cell.factors.kind !== 'sequence' && cell.factors.network === NO_NETWORK,
    ),
    ({ cell }) => wordsKey(cell.factors, ALIKE),
  );
  const told = new Map<string, Warning>();
  for (const group of alike.values()) {
    // Medians of a million samples take a while, and one target alone has no other beside it.
    if (new Set(group.map(({ cell }) => cell.factors.target)).size < 2) continue;
    const times = group.flatMap((one) => medians(one, table) ?? []);
    for (const own of times) {
      const other = times.find((each) => each.target !== own.target && holdsBack(own, each));
      if (other !== undefined && !told.has(own.target)) told.set(own.target, saysSo(own, other));
    }
  }
  return [...told.values()];
}

function medians({ cell, samples: { rows } }: CellTimes, table: SampleTable): Times | null {
  if (rows.length < FEWEST) return null;
  const { waitMs, transferMs } = table.numbers;
  const of = (column: ArrayLike<number>) =>
    quantileOfSorted(sorted(Float64Array.from(rows, (row) => column[row]!)), 0.5);
  return { target: cell.factors.target, waitMs: of(waitMs), transferMs: of(transferMs) };
}

function holdsBack(own: Times, other: Times): boolean {
  return (
    other.transferMs >= leastMs &&
    own.waitMs - other.waitMs >= share * other.transferMs &&
    own.transferMs <= AT_ONCE_SHARE * other.transferMs
  );
}

function saysSo(own: Times, other: Times): Warning {
  const ms = (value: number) => `${shortFigure(value)} ms`;
  return raise(
    'held-back',
    `${own.target} has its first byte after ${ms(own.waitMs)} and all of the rest within ${ms(own.transferMs)}, ` +
      `where ${other.target} has its first byte after ${ms(other.waitMs)} and the rest as it comes, in ${ms(other.transferMs)}`,
  );
}
