// How often a block of a panel exchanges each of its cells: what settles, what counts, what is empty, and
// what the first blocks warm up. A light cell's exchange is up to 12 % slower right after a heavy neighbour,
// and the next one is not; so each visit begins with an exchange that is recorded and does not count. How
// warm a cell gets, and whether one exchange of a visit is enough, is its own affair too: figures do not
// depend on which other cells a study has.

import { type Cell, isSequence } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { EMPTY_CELLS } from '../../wire/sample.ts';
import type { Panel, PlannedCell } from '../plan.ts';
import { roughlyCodeMs, roughlyEmptyMs, roughlyMs, type Sent } from '../sessions/rough-times.ts';
import { exchangesInVisit, isCountedOnce, type Visits, type WarmingVisits } from './visit-exchanges.ts';

export type VisitCounts = WarmingVisits & Pick<Panel, 'leastBlocks' | 'blocksPerEmpties'>;

/** What the study says of it. */
export interface VisitsAsked {
  /** null: chosen here. */
  readonly exchangesPerVisit: number | null;
  /** Exchanges of each cell before any of it counts. */
  readonly warmupExchanges: number;
  /** The study says how many these are, so that a cell has them however long they take; absent: not. */
  readonly isWarmupGiven?: boolean;
  /** Whether each visit of requests begins with an exchange that does not count; absent: it does. */
  readonly settles?: boolean;
  /** Whether the blocks of another target's cells stand beside its own; absent: not. */
  readonly isBeside?: boolean;
  /** What those agreed upon; absent: chosen here. */
  readonly alike?: Pick<Panel, 'countedPerVisit' | 'warmupBlocks'>;
}

/** Counted exchanges of each kind of empty one in a block that has them. */
export const COUNTED_EMPTIES = 2;
/** So many blocks of a panel count in a session, whatever its time … */
const LEAST_COUNTED_BLOCKS = 3;
/**
 * … and of one whose exchanges are nearly all wire, without jitter, which scatter by half a per cent, or long
 * sequences, each of which is the mean of its messages: sessions that take less are more of them.
 */
const LEAST_STEADY_BLOCKS = 2;
const LONG_SEQUENCE_MS = 1_000;

const USUALLY_COUNTED = 3;
/**
 * An exchange that takes longer has settled before it ends: where it does, exchanges that settle took as long
 * as those after them. Only beside shorter ones they are made all the same.
 */
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
/** Warm-up beyond a first visit ends after about so long for each cell. */
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
  // The first messages of a sequence are part of what is asked for.
  const isWire = cells.every(({ factors }) => isNearlyAllWire(factors, sent));
  const areLong = cells.every(({ factors }) => roughlyMs(factors, sent) > LONG_EXCHANGE_MS);
  const settles =
    asked.settles !== false && !isWire && !areLong && !cells.some(({ factors }) => isSequence(factors));
  const settlingPerVisit = settles ? 1 : 0;
  const emptiesMs = emptiesTakeMs(cells, empties, settlingPerVisit, sent);
  const countedPerVisit =
    asked.exchangesPerVisit ??
    asked.alike?.countedPerVisit ??
    counted({
      settlingPerVisit,
      costsMs: cells.map(({ factors }) => roughlyMs(factors, sent)),
      emptiesMs,
      isAlone: asked.isBeside !== true && cells.filter(({ twinOf }) => twinOf === null).length === 1,
    });
  const isOnceEnough = ({ factors }: PlannedCell) => roughlyMs(factors, sent) > LONG_EXCHANGE_MS;
  const once = asked.exchangesPerVisit === null && countedPerVisit > 1 ? cells.filter(isOnceEnough) : [];
  const visits: Visits = {
    settlingPerVisit,
    countedPerVisit,
    ...(once.length > 0 && { countedOnce: once.map(({ id }) => id) }),
  };
  const least = leastOf(cells, isWire, sent);
  return {
    ...visits,
    ...warmupOf(cells, visits, asked, sent),
    ...(least < LEAST_COUNTED_BLOCKS && { leastBlocks: least }),
    blocksPerEmpties: everySoMany(emptiesMs, cellsTakeMs(cells, visits, sent)),
  };
}

function leastOf(cells: readonly PlannedCell[], isWire: boolean, sent: Sent): number {
  const isLongSequence = ({ factors }: PlannedCell) =>
    isSequence(factors) && roughlyMs(factors, sent) > LONG_SEQUENCE_MS;
  if (cells.some(isLongSequence)) return LEAST_STEADY_BLOCKS;
  const network = sent.networks.find(({ name }) => name === cells[0]!.factors.network);
  return isWire && network !== undefined ? leastWireBlocks(network) : LEAST_COUNTED_BLOCKS;
}

/** The same of a panel that has lost cells, which visits those that are left as before. */
export function blocksPerEmpties(
  cells: readonly PlannedCell[],
  panel: Pick<Panel, 'empties'> & Visits,
  sent: Sent,
): number {
  const emptiesMs = emptiesTakeMs(cells, panel.empties, panel.settlingPerVisit, sent);
  return everySoMany(emptiesMs, cellsTakeMs(cells, panel, sent));
}

/** What these cells of a panel take in one of its blocks that count. */
export function cellsTakeMs(cells: readonly PlannedCell[], visits: Visits, sent: Sent): number {
  const eachOnceMs = (once: boolean) =>
    sum(
      cells
        .filter(({ id }) => isCountedOnce(visits, id) === once)
        .map(({ factors }) => roughlyMs(factors, sent)),
    );
  const { settlingPerVisit, countedPerVisit } = visits;
  return (settlingPerVisit + countedPerVisit) * eachOnceMs(false) + (settlingPerVisit + 1) * eachOnceMs(true);
}

/**
 * In so many blocks that every cell is in each of them. What a cell has of it altogether does not follow from
 * their number, which follows from its neighbours too.
 */
function warmupOf(
  cells: readonly PlannedCell[],
  visits: Visits,
  asked: VisitsAsked,
  sent: Sent,
): Pick<Panel, 'warmupBlocks' | 'warmupExchanges'> {
  const all = cells.map(({ id, factors }) => ({ id, exchanges: warmupOfCell(factors, asked, sent) }));
  const blocks = all.map(({ id, exchanges }) => Math.ceil(exchanges / exchangesInVisit(visits, id)));
  const warmupBlocks = asked.alike?.warmupBlocks ?? Math.min(...blocks);
  const own = all.filter(({ id, exchanges }) => exchanges !== warmupBlocks * exchangesInVisit(visits, id));
  if (own.length === 0) return { warmupBlocks };
  return {
    warmupBlocks,
    warmupExchanges: Object.fromEntries(own.map(({ id, exchanges }) => [id, exchanges])),
  };
}

/** By what the study asks and what the cell itself takes: at least a visit as one of its own kind has it. */
function warmupOfCell(factors: Cell, asked: VisitsAsked, sent: Sent): number {
  const ms = roughlyMs(factors, sent);
  const isWire = isNearlyAllWire(factors, sent);
  const settles = asked.settles !== false && !isWire && !isSequence(factors) && ms <= LONG_EXCHANGE_MS;
  const usually = settles ? USUALLY_COUNTED : 1;
  const visit = (settles ? 1 : 0) + (asked.exchangesPerVisit ?? usually);
  const most = asked.isWarmupGiven === true ? Number.POSITIVE_INFINITY : warmupInTime(ms, isWire);
  return Math.max(visit, Math.min(asked.warmupExchanges, most));
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

/** The most exchanges of the usual warm-up of a cell that takes so long; `isWire`: nearly all of it is. */
export function warmupInTime(ms: number, isWire: boolean): number {
  return Math.max(1, Math.floor((isWire ? LONG_WIRE_WARMUP_MS : LONG_WARMUP_MS) / ms));
}

/** Of exchanges that are nearly all wire: where neither jitter nor loss is, only the two ends scatter. */
export function leastWireBlocks({ jitterMs, lossShare }: NetworkProfile): number {
  return jitterMs === 0 && lossShare === 0 ? LEAST_STEADY_BLOCKS : LEAST_COUNTED_BLOCKS;
}

/** What of a block's time may be empty, where its cells take `ms`. */
function emptyAllowanceMs(ms: number): number {
  return (ms * MOST_EMPTY_SHARE) / (1 - MOST_EMPTY_SHARE);
}

/** Of cells that are not long; 1 where all are. */
function counted(of: {
  readonly settlingPerVisit: number;
  /** One exchange of each cell. */
  readonly costsMs: readonly number[];
  readonly emptiesMs: number;
  /** One cell has the panel to itself, its twin aside. */
  readonly isAlone: boolean;
}): number {
  const { settlingPerVisit, costsMs, emptiesMs, isAlone } = of;
  const usualMs = costsMs.filter((ms) => ms <= LONG_EXCHANGE_MS);
  if (settlingPerVisit === 0 || usualMs.length === 0) return 1;
  const cellsMs = sum(usualMs);
  const longVisitsMs = (settlingPerVisit + 1) * sum(costsMs.filter((ms) => ms > LONG_EXCHANGE_MS));
  const forEmpties = emptiesMs / emptyAllowanceMs(cellsMs) - longVisitsMs / cellsMs - settlingPerVisit;
  const most = Math.floor(LONG_VISIT_MS / Math.max(...usualMs));
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
