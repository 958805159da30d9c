// How often a block of a panel exchanges each of its cells: what settles, what counts, what is empty, and how
// many first blocks warm up. A light cell's exchange is up to 12 % slower right after a heavy neighbour, and
// the next one is not; so each visit begins with an exchange that is recorded and does not count, and figures
// do not depend on which other cells a study has.

import { type Cell, isSequence } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { EMPTY_CELLS } from '../../wire/sample.ts';
import type { Panel, PlannedCell } from '../plan.ts';
import { roughlyCodeMs, roughlyEmptyMs, roughlyMs, type Sent } from '../sessions/rough-times.ts';

export type VisitCounts = Pick<
  Panel,
  'countedPerVisit' | 'settlingPerVisit' | 'warmupBlocks' | 'leastBlocks' | 'blocksPerEmpties'
>;

/** What the study says of it. */
export interface VisitsAsked {
  /** null: chosen here. */
  readonly exchangesPerVisit: number | null;
  /** Exchanges of each cell before any of it counts. */
  readonly warmupExchanges: number;
  /** Whether each visit of requests begins with an exchange that does not count; absent: it does. */
  readonly settles?: boolean;
  /** Whether the blocks of another target's cells stand beside its own; absent: not. */
  readonly isBeside?: boolean;
}

/** Counted exchanges of each kind of empty one in a block that has them. */
export const COUNTED_EMPTIES = 2;
/** So many blocks of a panel count in a session, whatever its time … */
const LEAST_COUNTED_BLOCKS = 3;
/** … and of one whose exchanges are nearly all wire, without jitter: they scatter by half a per cent. */
const LEAST_STEADY_BLOCKS = 2;

const USUALLY_COUNTED = 3;
/** An exchange that takes longer has settled before it ends. */
const LONG_EXCHANGE_MS = 500;
/** No visit is made longer than about so long: what drifts has to be the same for neighbours. */
const LONG_VISIT_MS = 1_000;
/** Of a block's time. */
const MOST_EMPTY_SHARE = 0.1;
/**
 * Settling and empty exchanges of a cell that has a panel to itself: this share is aimed at, and no more than
 * that one taken where visits would get long, so that with checks 15 % is not passed.
 */
const AIMED_SHARE_ALONE = 0.05;
const MOST_SHARE_ALONE = 0.13;
/** Warm-up beyond the first block ends after about so long for each cell. */
const LONG_WARMUP_MS = 500;
/**
 * A neighbour's traces are this share of what code takes; they are let be where they are less than that share
 * of an exchange which takes so long.
 */
const TRACES_SHARE = 0.12;
const MOST_TRACES_LEFT = 0.01;
const LONG_WIRE_MS = 50;
/** As above, where a check and a first use over that wire have warmed up code that is a small part of it. */
const LONG_WIRE_WARMUP_MS = 250;

/** Of one panel: `empties` are its empty exchanges, as `emptyCellIds` has them. */
export function visitCounts(
  cells: readonly PlannedCell[],
  empties: readonly string[],
  asked: VisitsAsked,
  sent: Sent,
): VisitCounts {
  const costsMs = cells.map(({ factors }) => roughlyMs(factors, sent));
  const longestMs = Math.max(...costsMs);
  // The first messages of a sequence are part of what is asked for.
  const isWire = cells.every(({ factors }) => isNearlyAllWire(factors, sent));
  const settles = asked.settles !== false && !isWire && !cells.some(({ factors }) => isSequence(factors));
  const settlingPerVisit = settles ? 1 : 0;
  const emptiesMs = emptiesTakeMs(cells, empties, settlingPerVisit, sent);
  const cellsMs = sum(costsMs);
  const countedPerVisit =
    asked.exchangesPerVisit ??
    counted({
      settlingPerVisit,
      cellsMs,
      longestMs,
      emptiesMs,
      isAlone: asked.isBeside !== true && cells.filter(({ twinOf }) => twinOf === null).length === 1,
    });
  const perVisit = settlingPerVisit + countedPerVisit;
  const warmupBlocks = Math.ceil(asked.warmupExchanges / perVisit);
  const blocksOfLongWarmup = isWire
    ? wireWarmupBlocks(longestMs)
    : Math.floor(LONG_WARMUP_MS / (perVisit * longestMs));
  const network = sent.networks.find(({ name }) => name === cells[0]!.factors.network);
  const least = isWire && network !== undefined ? leastWireBlocks(network) : LEAST_COUNTED_BLOCKS;
  return {
    countedPerVisit,
    settlingPerVisit,
    warmupBlocks: Math.max(1, Math.min(warmupBlocks, blocksOfLongWarmup)),
    ...(least < LEAST_COUNTED_BLOCKS && { leastBlocks: least }),
    blocksPerEmpties: everySoMany(emptiesMs, perVisit * cellsMs),
  };
}

/** The same of a panel that has lost cells, which visits those that are left as before. */
export function blocksPerEmpties(
  cells: readonly PlannedCell[],
  { empties, settlingPerVisit, countedPerVisit }: Pick<Panel, 'empties' | keyof VisitCounts>,
  sent: Sent,
): number {
  const cellsMs = sum(cells.map(({ factors }) => roughlyMs(factors, sent)));
  const emptiesMs = emptiesTakeMs(cells, empties, settlingPerVisit, sent);
  return everySoMany(emptiesMs, (settlingPerVisit + countedPerVisit) * cellsMs);
}

/** Blocks whose cells take `ms`. */
function everySoMany(emptiesMs: number, ms: number): number {
  return Math.max(1, Math.ceil(emptiesMs / emptyAllowanceMs(ms)));
}

export function leastBlocks({ leastBlocks = LEAST_COUNTED_BLOCKS }: Pick<Panel, 'leastBlocks'>): number {
  return leastBlocks;
}

/**
 * Whether what the exchange before leaves behind is lost in the time that the wire takes: none needs to
 * settle then.
 */
function isNearlyAllWire(factors: Cell, sent: Sent): boolean {
  if (isSequence(factors)) return false;
  return tracesAreLost(roughlyCodeMs(factors, sent), roughlyMs(factors, sent));
}

/** `codeMs`: of the `ms` that an exchange takes, what is neither the wire nor a compression. */
export function tracesAreLost(codeMs: number, ms: number): boolean {
  return ms >= LONG_WIRE_MS && TRACES_SHARE * codeMs <= MOST_TRACES_LEFT * ms;
}

/** Of exchanges that are nearly all wire, the longest of which takes so long. */
export function wireWarmupBlocks(longestMs: number): number {
  return Math.max(1, Math.floor(LONG_WIRE_WARMUP_MS / longestMs));
}

/** Of exchanges that are nearly all wire: where neither jitter nor loss is, only the two ends scatter. */
export function leastWireBlocks({ jitterMs, lossShare }: NetworkProfile): number {
  return jitterMs === 0 && lossShare === 0 ? LEAST_STEADY_BLOCKS : LEAST_COUNTED_BLOCKS;
}

/** What of a block's time may be empty, where its cells take `ms`. */
function emptyAllowanceMs(ms: number): number {
  return (ms * MOST_EMPTY_SHARE) / (1 - MOST_EMPTY_SHARE);
}

function counted(of: {
  readonly settlingPerVisit: number;
  /** One exchange of every cell. */
  readonly cellsMs: number;
  readonly longestMs: number;
  readonly emptiesMs: number;
  /** One cell has the panel to itself, its twin aside. */
  readonly isAlone: boolean;
}): number {
  const { settlingPerVisit, cellsMs, longestMs, emptiesMs, isAlone } = of;
  if (settlingPerVisit === 0 || longestMs > LONG_EXCHANGE_MS) return 1;
  const forEmpties = emptiesMs / emptyAllowanceMs(cellsMs) - settlingPerVisit;
  const most = Math.floor(LONG_VISIT_MS / longestMs);
  const alone = (share: number) => ((cellsMs + emptiesMs) * (1 / share - 1)) / cellsMs;
  const enough = isAlone
    ? Math.max(Math.min(alone(AIMED_SHARE_ALONE), most), alone(MOST_SHARE_ALONE))
    : Math.min(forEmpties, most);
  return Math.max(USUALLY_COUNTED, Math.ceil(enough));
}

function emptiesTakeMs(
  cells: readonly PlannedCell[],
  empties: readonly string[],
  settling: number,
  sent: Sent,
): number {
  const each = empties.map((empty) => {
    const own = cells.filter(
      ({ factors }) => !isSequence(factors) && EMPTY_CELLS[factors.connection] === empty,
    );
    return Math.min(...own.map(({ factors }) => roughlyEmptyMs(factors, sent)));
  });
  return (settling + COUNTED_EMPTIES) * sum(each);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
