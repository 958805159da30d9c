// What other clients make of each way of sending: its times by their number, what of the loss comes of work
// on the same cores and what of asking one process, at which number another way becomes the best, how many a
// limit allows, and how many the target's CPU time would carry.

import type { Interval } from '../../base/figures/ratios.ts';
import { FACTOR_NAMES, type FactorName, SAME_WORK } from '../../factors/catalogue.ts';
import { isSequence, wordOf, wordsKey } from '../../factors/cell.ts';
import { type Clients, controlOf, clients as FACTOR, spellClients } from '../../factors/clients.ts';
import { waitingAt } from '../../model/busy-server.ts';
import type { ClientsFacts, RunFile } from '../../record/record.ts';
import type { Keep } from '../../study/keep.ts';
import type { Comparison } from '../comparisons/comparison.ts';
import { oriented } from '../comparisons/turned-comparison.ts';
import type { CellSummary } from '../summary.ts';
import type { P95Intervals } from './p95-intervals.ts';

export interface ClientsSummary {
  /** What was asked to be kept; null: nobody asked. */
  readonly keep: Keep | null;
  readonly groups: readonly ClientsGroup[];
}

/** Ways of sending the same, between the same. */
export interface ClientsGroup {
  readonly ways: readonly ClientsWay[];
  /** Where another way is the fastest than with fewer clients, and both are told from the others. */
  readonly flips: readonly ClientsFlip[];
}

export interface ClientsFlip {
  /** Levels of `clients`, the second with more of them. */
  readonly between: readonly [string, string];
  /** Ids of the cells that are the fastest there. */
  readonly fastest: readonly [string, string];
}

export interface ClientsWay {
  /** The id of its cell with the fewest clients. */
  readonly cell: string;
  /** Ascending. */
  readonly levels: readonly ClientsLevel[];
  /** What the target's cores carry by the CPU time that the copy took for each request; null: not known. */
  readonly carries: Carries | null;
  /** Absent where nothing was asked to be kept. */
  readonly kept?: Kept;
}

export interface ClientsLevel {
  readonly cell: string;
  readonly clients: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /**
   * Median with the same load on a copy, less that without other clients; null where one is not there. The
   * copy has the target's cores, so their time is in it.
   */
  readonly machineMs: number | null;
  /** Median with the load on the target, less that with it on a copy. */
  readonly targetMs: number | null;
  /**
   * What waiting for the target costs, of means; absent where it has several cores or is too busy for bounds,
   * or a control is not there.
   */
  readonly waiting?: ClientsWaiting;
  /** null without other clients. */
  readonly seen: ClientsSeen | null;
}

export interface ClientsWaiting {
  /** By CPU time and rate alone: at least and at most (`src/model/busy-server.ts`). */
  readonly foreseenMs: Interval;
  /** Mean with the load on the target, less that with it on a copy. */
  readonly measuredMs: number;
}

/** By what carried the clients, of all counted sessions together. */
export interface ClientsSeen {
  readonly sessions: number;
  readonly requests: number;
  readonly failed: number;
  readonly dropped: number | null;
  readonly perSecond: number;
  /** Percentiles are not merged: those of the session in which they were worst. */
  readonly worstWaitP95Ms: number | null;
  readonly worstLatenessP99Ms: number | null;
  /** Of the time of the cores that each may use; null where the system does not say. */
  readonly targetBusyShare: number | null;
  readonly generatorBusyShare: number | null;
}

export interface Carries {
  /** CPU time of one request, ms. */
  readonly cpuMsEach: number;
  /** At how many requests a second the copy took so much: asked for more, a process takes less for each. */
  readonly askedPerSecond: number;
  /** Those that the target may use. */
  readonly cores: number;
  /** At which the target's cores are busy all the time. */
  readonly perSecond: number;
  /** So many clients at the rate of the levels; null where they have no rate, or several. */
  readonly clients: number | null;
}

export interface Kept {
  /** The most clients that surely keep the limit, with all fewer; null: not even the fewest. */
  readonly most: string | null;
  /** More than those and fewer than `broken`, whose interval holds the limit, or who have none; ascending. */
  readonly undecided: readonly string[];
  /** The fewest that surely do not keep it; null: nobody that was measured. */
  readonly broken: string | null;
}

/** null where the record has no other clients. */
export function clientsSummary(
  run: RunFile,
  {
    cells,
    comparisons,
  }: { readonly cells: readonly CellSummary[]; readonly comparisons: readonly Comparison[] },
  keep: Keep | null,
  p95Of: P95Intervals = new Map(),
): ClientsSummary | null {
  const measured = cells.filter(
    ({ twinOf, totalMs, factors }) => twinOf === null && totalMs !== null && !isSequence(factors),
  );
  if (measured.every((cell) => clientsIn(cell).count === 0)) return null;
  const facts = factsByCell(run);
  const own = measured.filter((cell) => clientsIn(cell).ask === 'target');
  const groups = [...Map.groupBy(own, (cell) => keyOf(cell, WORK)).values()].map((group) => {
    const ways = [...Map.groupBy(group, (cell) => keyOf(cell, ALL_ELSE)).values()].map((some) =>
      summariseWay(some, measured, facts, keep, p95Of),
    );
    return { ways, flips: findFlips(group, comparisons) };
  });
  return {
    keep,
    groups: groups.filter(({ ways }) => ways.some(({ levels }) => levels.some(({ seen }) => seen))),
  };
}

const WORK = SAME_WORK.filter((name) => name !== 'clients');
const ALL_ELSE = FACTOR_NAMES.filter((name) => name !== 'clients');

function keyOf({ part, factors }: CellSummary, names: readonly FactorName[]): string {
  return part + wordsKey(factors, names);
}

function clientsIn({ factors }: CellSummary): Clients {
  return isSequence(factors) ? FACTOR.parse('0')! : factors.clients;
}

/** Of complete sessions. */
function factsByCell({ plan, sessions }: RunFile): (cell: string) => readonly ClientsFacts[] {
  const complete = sessions.filter(({ status, clients }) => status === 'complete' && clients !== undefined);
  return (cell) =>
    complete.flatMap(({ planned, clients }) =>
      plan.sessions[planned]?.panels.some(({ cells }) => cells.includes(cell)) === true ? [clients!] : [],
    );
}

function summariseWay(
  some: readonly CellSummary[],
  measured: readonly CellSummary[],
  factsOf: (cell: string) => readonly ClientsFacts[],
  keep: Keep | null,
  p95Of: P95Intervals,
): ClientsWay {
  const ascending = some.toSorted((a, b) =>
    FACTOR.order(wordOf(a.factors, 'clients'), wordOf(b.factors, 'clients')),
  );
  const alike = measured.filter((cell) => keyOf(cell, ALL_ELSE) === keyOf(some[0]!, ALL_ELSE));
  const medianAt = (clients: Clients | null) =>
    alike.find((cell) => clientsIn(cell) === clients)?.totalMs?.median ?? null;
  const alone = medianAt(FACTOR.parse('0'));
  const controls: ClientsFacts[] = [];
  const copyOf = (clients: Clients) => {
    const control = controlOf(clients);
    return control === null ? undefined : alike.find((each) => clientsIn(each) === control);
  };
  const levels = ascending.map((cell): ClientsLevel => {
    const clients = clientsIn(cell);
    const { median, p95 } = cell.totalMs!;
    const copyCell = copyOf(clients);
    const onCopy = copyCell?.totalMs?.median ?? null;
    if (copyCell !== undefined) controls.push(...factsOf(copyCell.id));
    return {
      cell: cell.id,
      clients: spellClients(clients),
      medianMs: median,
      p95Ms: p95,
      machineMs: onCopy === null || alone === null ? null : onCopy - alone,
      targetMs: onCopy === null ? null : median - onCopy,
      seen: clients.count === 0 ? null : summariseSeen(factsOf(cell.id)),
    };
  });
  const carries = whatIsCarried(controls, ascending.map(clientsIn));
  return {
    cell: ascending[0]!.id,
    levels: levels.map((level, i) => {
      const cell = ascending[i]!;
      const waiting = waitingFor(level, cell, copyOf(clientsIn(cell)), carries);
      return { ...level, ...(waiting !== null && { waiting }) };
    }),
    carries,
    ...(keep !== null && { kept: whatIsKept(levels, keep, p95Of) }),
  };
}

/** Where the load is on a copy, an exchange has all of its machine but nobody to wait for. */
function waitingFor(
  { seen }: ClientsLevel,
  cell: CellSummary,
  onCopy: CellSummary | undefined,
  carries: Carries | null,
): ClientsWaiting | null {
  if (seen === null || onCopy === undefined || carries?.cores !== 1) return null;
  const aloneMs = onCopy.totalMs!.mean;
  const found = waitingAt({ aloneMs, workMs: carries.cpuMsEach, perSecond: seen.perSecond });
  if (found === null) return null;
  return { foreseenMs: found.waitMs, measuredMs: cell.totalMs!.mean - aloneMs };
}

function summariseSeen(facts: readonly ClientsFacts[]): ClientsSeen | null {
  if (facts.length === 0) return null;
  const sum = (of: (one: ClientsFacts) => number) => facts.reduce((total, one) => total + of(one), 0);
  const worst = (of: (one: ClientsFacts) => number | undefined) => {
    const all = facts.flatMap((one) => of(one) ?? []);
    return all.length === 0 ? null : Math.max(...all);
  };
  const wallMs = sum((one) => one.wallMs);
  const requests = sum((one) => one.requests);
  const isKnown = facts.every(({ cpuMs }) => cpuMs !== null);
  // In a merged record some sessions may have had more cores than others.
  const share = (ms: number, of: 'target' | 'generator') =>
    ms / sum((one) => one.wallMs * (one.cores[of]?.length ?? one.cores.machine));
  return {
    sessions: facts.length,
    requests,
    failed: sum((one) => one.failed),
    dropped: facts.some((one) => one.dropped === null) ? null : sum((one) => one.dropped!),
    perSecond: (1_000 * requests) / wallMs,
    worstWaitP95Ms: worst((one) => one.waitMs?.p95),
    worstLatenessP99Ms: worst((one) => one.latenessMs?.p99),
    targetBusyShare: isKnown
      ? share(
          sum(({ cpuMs }) => cpuMs!.target + cpuMs!.copy),
          'target',
        )
      : null,
    generatorBusyShare: isKnown
      ? share(
          sum(({ cpuMs }) => cpuMs!.generator),
          'generator',
        )
      : null,
  };
}

/** Too little is told by the system's steps of 10 ms. */
const LEAST_CPU_MS = 200;

/**
 * The copy answers nobody but the other clients, so what it takes is theirs. Of the heaviest load: a fresh
 * process still compiles when it is asked little, and each request seems to take more than it does.
 */
function whatIsCarried(controls: readonly ClientsFacts[], levels: readonly Clients[]): Carries | null {
  const byLoad = [...Map.groupBy(controls, ({ clients }) => clients).values()];
  const perMsOf = (own: readonly ClientsFacts[]) =>
    own.reduce((sum, { requests, wallMs }) => sum + requests / wallMs, 0) / own.length;
  const [heaviest = []] = byLoad.toSorted((a, b) => perMsOf(b) - perMsOf(a));
  const known = heaviest.filter(({ cpuMs, requests }) => cpuMs !== null && requests > 0);
  const cpuMs = known.reduce((sum, one) => sum + one.cpuMs!.copy, 0);
  if (cpuMs < LEAST_CPU_MS) return null;
  const cpuMsEach = cpuMs / known.reduce((sum, { requests }) => sum + requests, 0);
  const cores = new Set(known.map((one) => one.cores.target?.length ?? one.cores.machine));
  // More cores carry more, and nobody asks about a machine that is none of those merged.
  const [ofEach, ...others] = cores;
  if (others.length > 0) return null;
  const perSecond = (1_000 * ofEach!) / cpuMsEach;
  const rates = new Set(levels.flatMap(({ count, perSecondEach }) => (count === 0 ? [] : [perSecondEach])));
  const [rate = null] = rates;
  return {
    cpuMsEach,
    askedPerSecond: 1_000 * perMsOf(heaviest),
    cores: ofEach!,
    perSecond,
    clients: rates.size === 1 && rate !== null ? perSecond / rate : null,
  };
}

function whatIsKept(levels: readonly ClientsLevel[], { p95Ms }: Keep, p95Of: P95Intervals): Kept {
  const intervalOf = ({ cell }: ClientsLevel) => p95Of.get(cell) ?? [0, Number.POSITIVE_INFINITY];
  const firstBroken = levels.findIndex((level) => intervalOf(level)[0] > p95Ms);
  const before = firstBroken < 0 ? levels : levels.slice(0, firstBroken);
  const firstUnsure = before.findIndex((level) => intervalOf(level)[1] > p95Ms);
  const sure = firstUnsure < 0 ? before : before.slice(0, firstUnsure);
  return {
    most: sure.at(-1)?.clients ?? null,
    undecided: before.slice(sure.length).map(({ clients }) => clients),
    broken: levels[firstBroken]?.clients ?? null,
  };
}

function findFlips(group: readonly CellSummary[], comparisons: readonly Comparison[]): ClientsFlip[] {
  const byLevel = [...Map.groupBy(group, (cell) => wordOf(cell.factors, 'clients'))].toSorted(([a], [b]) =>
    FACTOR.order(a, b),
  );
  const told = byLevel.flatMap(([clients, cells]) => {
    const fastest = toldFastest(cells, comparisons);
    return fastest === null ? [] : [{ clients: String(clients), ...fastest }];
  });
  return told.slice(1).flatMap((level, i) => {
    const before = told[i]!;
    if (before.way === level.way) return [];
    return [{ between: [before.clients, level.clients], fastest: [before.cell, level.cell] } as const];
  });
}

/** The one that is faster than all others there; null where that is not told. */
function toldFastest(cells: readonly CellSummary[], comparisons: readonly Comparison[]) {
  if (cells.length < 2) return null;
  const [fastest, ...others] = cells.toSorted((a, b) => a.totalMs!.median - b.totalMs!.median);
  const isTold = others.every((other) => {
    const one = comparisons.find(
      ({ a, b }) => (a === fastest!.id && b === other.id) || (b === fastest!.id && a === other.id),
    );
    return one !== undefined && oriented(one, fastest!.id).verdict === 'faster';
  });
  return isTold ? { cell: fastest!.id, way: keyOf(fastest!, ALL_ELSE) } : null;
}
