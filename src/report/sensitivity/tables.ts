// The sensitivity of an index as tables: for two metrics who wins over which shares, for more the range of
// each metric's share in which the winner stays, and for every rival what would have to be moved.

import { percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import type { Flip } from '../../summary/index/sensitivity.ts';
import type { Sweep, SweepRange } from '../../summary/index/weight-sweep.ts';
import type { IndexGroup, WeightedIndex } from '../../summary/index/weighted-index.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { allMetrics, hasFlip, type NameOf, sayRatio } from './answers.ts';
import { pointsRange, sayPoints, sharePercent, shareRange } from './figures.ts';

/** In a terminal. */
const MOST_RIVALS = 5;
/** Of cells that no weights let win: more are not named. */
const MOST_NEVER = 4;

/** Where the winner stays or changes, and what every rival needs; short ones for a terminal. */
export function sensitivityTables(
  group: IndexGroup,
  index: WeightedIndex,
  nameOf: NameOf,
  isShort = false,
): readonly AdviceTable[] {
  const rivals = rivalsTable(group, nameOf, percent(index.confidence, 0), isShort);
  return [...sharesTables(group, index, nameOf), ...(rivals === null ? [] : [rivals])];
}

function sharesTables(group: IndexGroup, index: WeightedIndex, nameOf: NameOf): readonly AdviceTable[] {
  const [only, ...more] = group.sensitivity.sweeps;
  if (only === undefined) return [];
  if (more.length > 0) return [staysTable(group, nameOf)];
  return [rangesTable(only, allMetrics(index).find((metric) => metric !== only.metric)!, nameOf)];
}

/** Of the winner today: its range of the share, and who is beyond each end; null where there is nobody. */
interface Stay {
  readonly range: readonly [from: number, to: number];
  readonly below: SweepRange | null;
  readonly above: SweepRange | null;
}

export function winnerStay({ ranges, share }: Sweep, winner: string): Stay {
  const place = ranges.findIndex(
    ({ cells, from, to }) => cells.includes(winner) && from <= share && share <= to,
  );
  // At a crossing two are the same, and the other one's range may be the one that was found.
  if (place < 0) {
    const above = ranges.findIndex(({ to }) => share <= to);
    return { range: [share, share], below: ranges[above - 1] ?? null, above: ranges[above] ?? null };
  }
  const { from, to } = ranges[place]!;
  return { range: [from, to], below: ranges[place - 1] ?? null, above: ranges[place + 1] ?? null };
}

/** Of two metrics: each range of the first one's share. */
function rangesTable(sweep: Sweep, other: string, nameOf: NameOf): AdviceTable {
  return {
    title: `Share of ${sweep.metric}, ${other} has the rest`,
    columns: [
      { title: `share of ${sweep.metric}`, align: 'right' },
      { title: 'lowest index', align: 'left' },
    ],
    rows: sweep.ranges.map(({ cells, from, to }) => [shareRange([from, to]), winners(cells, nameOf)]),
    notes: [`${sweep.metric} has ${sharePercent(sweep.share)} now${openNote(sweep)}`],
  };
}

/** Of more metrics: a row for each. */
function staysTable({ sensitivity: { winner, sweeps } }: IndexGroup, nameOf: NameOf): AdviceTable {
  const rows = sweeps.map((sweep) => {
    const { range, below, above } = winnerStay(sweep, winner);
    const beyond = (one: SweepRange | null) => (one === null ? '–' : winners(one.cells, nameOf));
    return [sweep.metric, sharePercent(sweep.share), shareRange(range), beyond(below), beyond(above)];
  });
  return {
    title: `Shares at which ${nameOf(winner)} stays the lowest`,
    columns: [
      { title: 'metric', align: 'left' },
      { title: 'now', align: 'right' },
      { title: 'stays', align: 'right' },
      { title: 'below that', align: 'left' },
      { title: 'above that', align: 'left' },
    ],
    rows,
    notes: ['one metric’s share at a time, the others in proportion'],
  };
}

export function winners(cells: readonly string[], nameOf: NameOf): string {
  return listed(cells.map(nameOf));
}

/** `; open at 2.5 – 3.5 % and 62.5 – 100 %` */
export function openNote({ openAt }: Sweep): string {
  return openAt.length === 0 ? '' : `; open at ${listed(openAt.map(shareRange))}`;
}

/**
 * Those that some weights let win, the nearest first, and a note of those that none do; null where that is
 * nobody. Short: the nearest few, without the interval of their indexes.
 */
export function rivalsTable(
  { sensitivity: { winner, rivals } }: IndexGroup,
  nameOf: NameOf,
  confidence: string,
  isShort: boolean,
): AdviceTable | null {
  const moved = rivals.filter(hasFlip).toSorted((a, b) => a.flip.moved - b.flip.moved);
  if (moved.length === 0) return null;
  const never = rivals.filter(({ flip }) => flip === null).map(({ cell }) => nameOf(cell));
  const shown = isShort ? moved.slice(0, MOST_RIVALS) : moved;
  const left = moved.length - shown.length;
  const rows = shown.map(({ flip, ...rival }) => [
    nameOf(rival.cell),
    sayRatio({ ...rival, flip })
      .slice(0, isShort ? 1 : 2)
      .join(' '),
    `${sayPoints(flip.moved)} ${pointsRange(flip)}`,
    flip.to,
    taken(flip),
  ]);
  return {
    title: `What it takes to get below ${nameOf(winner)}`,
    columns: [
      { title: 'cell', align: 'left' },
      { title: 'index', align: 'right' },
      { title: 'points to move', align: 'right' },
      { title: 'to', align: 'left' },
      { title: 'from', align: 'left' },
    ],
    rows,
    notes: [
      ...(left > 0 ? [`${count(left, 'more cell')} in --format md and html`] : []),
      ...(never.length === 0 ? [] : [`by no weights of these, as estimated: ${whoNever(never)}`]),
      `index: over that of ${nameOf(winner)}. A point is 1 % of all weight; in brackets is where sessions leave the two open, adjusted for the number of cells: the lowest of all is the one named, or called open, with ${confidence} confidence`,
    ],
  };
}

/** All others than those of the table: many are counted, their names stand in the index above. */
function whoNever(names: readonly string[]): string {
  return names.length > MOST_NEVER ? `the ${names.length} others` : listed(names);
}

/** `encode`, `size 35 + encode 33` */
function taken({ from }: Flip): string {
  const [only, ...more] = from;
  if (more.length === 0) return only!.metric;
  return from.map(({ metric, share }) => `${metric} ${sayPoints(share)}`).join(' + ');
}
