// `--quick` of messages: shorter sequences and fewer sizes, so that a first impression takes about a minute
// whatever the network. What one message takes hardly depends on how many there are.

import { plural } from '../../base/figures/plurals.ts';
import { type Cell, cellKey, isSequence, type SequenceCell } from '../../factors/cell.ts';
import { spellMode } from '../../factors/mode.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { SIZE_OF_DATA } from '../../factors/size.ts';
import { allCells, type Changed, keepCells, refitted } from '../cells/keep-cells.ts';
import { roughlyMessagesMs } from '../cells/rough-message-times.ts';
import { QUICK } from '../defaults.ts';
import type { Protocol, Study } from '../study.ts';

/**
 * Every session carries out a cell's sequence so often at least: to check it, to warm up, and three times to
 * count.
 */
const VISITS = 5;
/** Of the time; the rest is for the sequences' surroundings. */
const SHARE = 0.7;

/** Cells that keep a length in common, so that they are still compared. */
interface Group {
  /** For people. */
  readonly name: string;
  readonly cells: readonly SequenceCell[];
  readonly lengths: readonly number[];
  /** With its shortest sequences. */
  readonly leastMs: number;
}

/** Whether a cell's size is the first, the middle or the last of its part's. */
export function fewSizes({ parts }: Study): (cell: Cell) => boolean {
  const kept = new Set(parts.flatMap(({ cells }) => cellsOfThreeSizes(cells)));
  return (cell) => kept.has(cell);
}

function cellsOfThreeSizes(cells: readonly Cell[]): readonly Cell[] {
  const messages = cells.filter(isSequence);
  const sizes = [...new Set(messages.map(({ size }) => size).filter((size) => size !== SIZE_OF_DATA))];
  const last = sizes.length - 1;
  const three = sizes.length <= QUICK.sizes ? sizes : [sizes[0], sizes[Math.floor(last / 2)], sizes[last]];
  return messages.filter(({ size }) => size === SIZE_OF_DATA || three.includes(size));
}

/** Shorter sequences where they have to be; groups for which even those take too long are left out. */
export function fewerMessages(
  study: Study,
  { budgetMs, sessions, exchangesPerVisit }: Pick<Protocol, 'budgetMs' | 'sessions' | 'exchangesPerVisit'>,
): Changed {
  const groups = groupSequences(study);
  if (groups.length === 0) return { study, notes: [] };
  const kinds = new Set(allCells(study).map(sessionKind)).size;
  const visits = VISITS * (sessions ?? QUICK.sessions) * (exchangesPerVisit ?? 1);
  const visitMs = (SHARE * budgetMs) / (visits * kinds);
  const ofOneKind = [...Map.groupBy(groups, ({ cells }) => sessionKind(cells[0]!)).values()];
  const most = new Map(ofOneKind.flatMap((own) => [...fitted(own, visitMs, study)]));
  const rest = keepCells(study, (cell) => !isSequence(cell) || most.has(cell));
  const short = refitted({ ...rest, parts: rest.parts.map((part) => shortened(part, most)) });
  return {
    study: short,
    notes: notesOn(
      study,
      short,
      groups.filter(({ cells }) => !most.has(cells[0]!)),
    ),
  };
}

/** The sessions of each kind have the same time. */
function sessionKind({ target, network }: Cell): string {
  return `${target} ${network === NO_NETWORK}`;
}

/** How long the sequences of each cell may be; without cells of groups that have to be left out. */
function fitted(groups: readonly Group[], visitMs: number, study: Study): Map<Cell, number> {
  const order = groups.toSorted((a, b) => a.leastMs - b.leastMs);
  const kept = order.filter((_, index) => index === 0 || sumMs(order.slice(0, index + 1)) <= visitMs);
  let freeMs = visitMs - sumMs(kept);
  const most = new Map<Cell, number>();
  for (const { cells, lengths, leastMs } of kept) {
    const length = lengths.find((n) => takesMs(cells, n, study) - leastMs <= freeMs) ?? lengths.at(-1)!;
    freeMs -= takesMs(cells, length, study) - leastMs;
    for (const cell of cells) most.set(cell, length);
  }
  return most;
}

function groupSequences(study: Study): Group[] {
  return study.parts.flatMap(({ name, cells }) => {
    const groups = Map.groupBy(cells.filter(isSequence), ({ target, network, mode }) =>
      JSON.stringify([target, network, spellMode(mode)]),
    );
    return [...groups.values()].map((group): Group => {
      const { network, mode } = group[0]!;
      const lengths = mode.name === 'throughput' ? QUICK.messages : QUICK.singleMessages;
      const leastMs = takesMs(group, lengths.at(-1)!, study);
      return { name: `${name} (${spellMode(mode)}, network ${network})`, cells: group, lengths, leastMs };
    });
  });
}

function sumMs(groups: readonly Group[]): number {
  return groups.reduce((sum, { leastMs }) => sum + leastMs, 0);
}

function takesMs(cells: readonly SequenceCell[], most: number, study: Study): number {
  return cells.reduce((sum, cell) => sum + roughlyMessagesMs(withFewer(cell, most), study), 0);
}

function withFewer<C extends Cell>(cell: C, most: number): C {
  return { ...cell, n: Math.min(cell.n, most) };
}

/** Lengths that are the same now make cells the same. */
function shortened(part: Study['parts'][number], mostOf: ReadonlyMap<Cell, number>) {
  const cells = part.cells.map((cell) => {
    const most = mostOf.get(cell);
    return most === undefined ? cell : withFewer(cell, most);
  });
  return { ...part, cells: [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()] };
}

function notesOn(before: Study, after: Study, left: readonly Group[]): string[] {
  const notes: string[] = [];
  const [former, now] = [sequenceLengths(before), sequenceLengths(after)];
  if (former.some((n) => !now.includes(n))) {
    notes.push(
      `--quick: sequences of ${now.join(', ')} ${plural(now.length === 1 ? now[0]! : now.length, 'message')} instead of ${former.join(', ')}`,
    );
  }
  if (left.length > 0) {
    const which = [...new Set(left.map(({ name }) => name))].join(', ');
    notes.push(`--quick: left out, as even short sequences take too long: ${which}`);
  }
  return notes;
}

/** Numbers of messages, the largest first. */
function sequenceLengths(study: Study): number[] {
  const cells = allCells(study).filter(isSequence);
  return [...new Set(cells.map(({ n }) => n))].sort((a, b) => b - a);
}
