// Answers that something collects before it passes them on, found beside a server that sends the same as it
// comes. Over emulated networks the wire takes longer than any of that.

import { shortFigure } from '../../base/figures/numbers.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordsKey } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { quantileOfSorted, sorted } from '../../stats/samples/quantile.ts';
import { urlNames } from '../../study/study.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';

const { leastMs, share } = WARNINGS['held-back'].bounds;
/** Of what the other server's answer takes to come. */
const AT_ONCE_SHARE = 0.1;
const FEWEST = 4;
/**
 * Two URLs may answer what they will: whose decoded bytes differ by more than this share do not answer the
 * same. The coding may differ: a proxy that compresses is what holds answers back most often.
 */
const ONE_ANSWER_SHARE = 0.1;

/**
 * The very same answer: what compresses or encodes it in another way waits and streams in another way too.
 */
const ALIKE = FACTOR_NAMES.filter((name) => name !== 'target' && name !== 'protocol');
/** What a target says of its own work before its first byte is nobody's holding back. */
const WORK_COLUMNS = ['serverComputeMs', 'encodeMs', 'compressMs'] as const;

interface Times {
  readonly target: string;
  readonly waitMs: number;
  /** Of the wait, without what the target says that it worked. */
  readonly idleMs: number;
  readonly transferMs: number;
  readonly bytesDecoded: number;
}

/** One for each target that is seen to, by the first that shows it. */
export function heldBack({ study }: RunFile, { counted: { table }, cells }: RunTimes): Warning[] {
  const urls = urlNames(study);
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
      const mayDiffer = (each: Times) => [own, each].some(({ target }) => urls.includes(target));
      const other = times.find(
        (each) =>
          each.target !== own.target && holdsBack(own, each) && (!mayDiffer(each) || areOneAnswer(own, each)),
      );
      if (other !== undefined && !told.has(own.target)) told.set(own.target, saysSo(own, other, urls));
    }
  }
  return [...told.values()];
}

function medians({ cell, samples: { rows } }: CellTimes, table: SampleTable): Times | null {
  if (rows.length < FEWEST) return null;
  const { waitMs, transferMs, bytesDecoded } = table.numbers;
  const works = WORK_COLUMNS.map((column) => table.numbers[column]);
  const idleMs = (row: number) => works.reduce((left, work) => left - work[row]!, waitMs[row]!);
  const middle = (of: (row: number) => number) => quantileOfSorted(sorted(Float64Array.from(rows, of)), 0.5);
  return {
    target: cell.factors.target,
    waitMs: middle((row) => waitMs[row]!),
    idleMs: middle(idleMs),
    transferMs: middle((row) => transferMs[row]!),
    bytesDecoded: middle((row) => bytesDecoded[row]!),
  };
}

function areOneAnswer(own: Times, other: Times): boolean {
  const [fewest, most] = [own.bytesDecoded, other.bytesDecoded].toSorted((a, b) => a - b) as [number, number];
  return most - fewest <= ONE_ANSWER_SHARE * most;
}

function holdsBack(own: Times, other: Times): boolean {
  return (
    other.transferMs >= leastMs &&
    own.idleMs - other.idleMs >= share * other.transferMs &&
    own.transferMs <= AT_ONCE_SHARE * other.transferMs
  );
}

/** What a URL worked before its first byte nobody knows for certain. */
const OF_URL =
  'a proxy may be collecting the answer before it passes it on, or the server makes all of it before it sends any: if there is a proxy, switch its compression and buffering off (nginx: gzip off, proxy_buffering off, or X-Accel-Buffering: no from the server), and measure again with the server itself beside it';

function saysSo(own: Times, other: Times, urls: readonly string[]): Warning {
  const ms = (value: number) => `${shortFigure(value)} ms`;
  return raise(
    'held-back',
    `${own.target} has its first byte after ${ms(own.waitMs)} and all of the rest within ${ms(own.transferMs)}, ` +
      `where ${other.target} has its first byte after ${ms(other.waitMs)} and the rest as it comes, in ${ms(other.transferMs)}`,
    urls.includes(own.target) ? { advice: OF_URL } : {},
  );
}
