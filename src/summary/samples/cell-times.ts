// Response times of the measured cells, as the estimates need them: the logarithm of each session's median,
// how far that moves with the blocks of the session, and what the clocks hide of it.

import { median } from '../../base/figures/median.ts';
import { FEWEST_MACHINES } from '../../base/least-evidence.ts';
import { deriveSeed, seededRandom } from '../../base/random.ts';
import { loadOf, type PlannedCell, sessionPlace, slowdownOf } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import {
  type Draws,
  drawUnits,
  medianReplicates,
  unitsOfBlocks,
} from '../../stats/samples/block-bootstrap.ts';
import { JACKKNIFE_UNITS, logMediansWithoutEach } from '../../stats/samples/block-jackknife.ts';
import { clockVariance } from './clock-variance.ts';
import { type CellSamples, type CountedSamples, countedIn, visitedBlocks } from './counted-samples.ts';
import { nodesOfSessions, type TimedMachines, timedMachines } from './timed-machines.ts';

export interface CellTimes {
  readonly cell: PlannedCell;
  readonly samples: CellSamples;
  /**
   * Cells of one browser, target and place share their sessions, and of one browser and place where targets
   * are interleaved: what drifts in a session cancels between them.
   */
  readonly sessionSet: string;
  /**
   * Session → natural logarithm of the median total of its samples; only of sessions where that is above 0.
   */
  readonly logMedians: ReadonlyMap<number, number>;
  /**
   * Session → variance of that logarithm by what the clocks hide, which is the same error in every session;
   * empty where they hide nothing.
   */
  readonly clockVariances: ReadonlyMap<number, number>;
}

export interface RunTimes {
  readonly counted: CountedSamples;
  /** By cell id, in the order of the plan; twins among them. */
  readonly cells: ReadonlyMap<string, CellTimes>;
  /**
   * Some browser, target and place has more than one counted session: then blocks of one session are no
   * evidence.
   */
  readonly severalSessions: boolean;
  /** Session → the node that its client ran on; those of the lab's own machine are not in it. */
  readonly nodes: ReadonlyMap<number, string>;
  /** Whose sessions these are: several of a merged record, and of a Grid or of phones. */
  readonly machines: TimedMachines;
  /** Replicates of the log median of a cell in one session, the same block draws for all cells of a panel. */
  blockReplicates(cell: string, session: number): BlockReplicates;
  /** Of figures that are no medians of samples: null. */
  withoutEachUnit(cell: string, session: number): WithoutEach | null;
}

/** Log medians of a cell in one session, leaving out each unit of its panel's blocks in turn. */
export interface WithoutEach {
  /** Cells of the same panel have the same units. */
  readonly panel: string;
  readonly logs: Float64Array;
}

export interface BlockReplicates {
  readonly logs: Float64Array;
  /** Blocks, or groups of neighbouring blocks, that it rests on. */
  readonly units: number;
}

export function runTimes(run: RunFile, counted: CountedSamples): RunTimes {
  const { interleave } = run.study.protocol;
  const cells = new Map<string, CellTimes>();
  for (const cell of run.plan.cells) {
    const samples = counted.cells.get(cell.id);
    if (samples === undefined || samples.rows.length === 0) continue;
    const logMedians = logMediansBySession(counted, samples);
    if (logMedians.size === 0) continue;
    const { browser, target } = cell.factors;
    const over = sessionPlace(cell.factors) === 'link' ? ' over the link' : '';
    const load = loadOf(cell.factors);
    const under = load === null ? '' : ` with clients ${load}`;
    const slowdown = slowdownOf(cell.factors);
    const slow = slowdown === null ? '' : ` with cpu ${slowdown}`;
    const sessionSet = `${browser} on ${interleave === 'target' ? 'all targets' : target}${over}${under}${slow}`;
    const clockVariances = clockVariancesBySession(counted, cell, samples, logMedians);
    cells.set(cell.id, { cell, samples, sessionSet, logMedians, clockVariances });
  }
  return {
    counted,
    cells,
    severalSessions: hasSeveralSessions(cells),
    nodes: nodesOfSessions(run),
    machines: timedMachines(run, counted.sessions, cells.values()),
    blockReplicates: rememberingReplicates(run, counted),
    withoutEachUnit: rememberingWithoutEach(run, counted),
  };
}

function hasSeveralSessions(cells: RunTimes['cells']): boolean {
  return [...sessionsBySet(cells.values()).values()].some((count) => count > 1);
}

/** The same, of these sessions alone. */
export function timesInSessions(times: RunTimes, sessions: ReadonlySet<number>): RunTimes {
  const counted = countedIn(times.counted, sessions);
  const cells = cellsInSessions(times, (session) => sessions.has(session));
  return { ...times, counted, cells, severalSessions: hasSeveralSessions(cells) };
}

/**
 * The same, of the sessions of one machine alone. One session of a machine is no run of one session: others
 * say how far machines differ.
 */
export function timesOfMachine(times: RunTimes, machine: number): RunTimes {
  const { machines } = times;
  const cells = cellsInSessions(times, (session) => machines.of(session) === machine);
  return { ...times, cells, severalSessions: true, machines: { ...machines, all: [machine] } };
}

function cellsInSessions(times: RunTimes, isIn: (session: number) => boolean): Map<string, CellTimes> {
  const cells = new Map<string, CellTimes>();
  for (const [id, found] of times.cells) {
    const logMedians = new Map([...found.logMedians].filter(([session]) => isIn(session)));
    if (logMedians.size > 0) cells.set(id, { ...found, logMedians });
  }
  return cells;
}

/**
 * Sessions whose median is not above 0 tell nothing of ratios: a time below the clock's step, or latencies
 * between two clocks that differ by more than those are long.
 */
function logMediansBySession(counted: CountedSamples, { sessions }: CellSamples): Map<number, number> {
  const medians = sessions.map(({ session, rows }) => [session, median(counted.totalsMs(rows))] as const);
  return new Map(medians.filter(([, ms]) => ms > 0).map(([session, ms]) => [session, Math.log(ms)]));
}

function clockVariancesBySession(
  counted: CountedSamples,
  cell: PlannedCell,
  samples: CellSamples,
  logMedians: ReadonlyMap<number, number>,
): Map<number, number> {
  const own = samples.sessions.filter(({ session }) => logMedians.has(session));
  return new Map(
    own.map((part) => {
      const ofSession = { ...samples, rows: part.rows, sessions: [part] };
      return [part.session, clockVariance(counted, cell, ofSession, logMedians.get(part.session)!)];
    }),
  );
}

/**
 * Row → the cluster that it belongs to where means of samples get their intervals: its session, in a run of
 * one session its block, and from four machines on its machine, since then these are what differs by chance.
 */
export function clusterOfRow({ counted, severalSessions, machines }: RunTimes): (row: number) => number {
  const { session, block } = counted.table;
  if (!severalSessions) return (row) => block[row]!;
  if (machines.all.length < FEWEST_MACHINES) return (row) => session[row]!;
  let [last, machine] = [-1, -1];
  return (row) => {
    const own = session[row]!;
    // Looked up once for all rows of a session.
    if (own !== last) machine = machines.of(own);
    last = own;
    return machine;
  };
}

/** Session set → in how many sessions any of its cells was measured. */
export function sessionsBySet(cells: Iterable<CellTimes>): Map<string, number> {
  const sessions = new Map<string, Set<number>>();
  for (const { sessionSet, logMedians } of cells) {
    const known = sessions.get(sessionSet) ?? new Set();
    sessions.set(sessionSet, known);
    for (const session of logMedians.keys()) known.add(session);
  }
  return new Map([...sessions].map(([set, known]) => [set, known.size]));
}

interface PanelDraws {
  readonly unitOfBlock: ReadonlyMap<number, number>;
  readonly draws: Draws;
}

function rememberingReplicates(run: RunFile, counted: CountedSamples): RunTimes['blockReplicates'] {
  const panels = new Map<string, PanelDraws>();
  const known = new Map<string, BlockReplicates>();
  return (cell, session) => {
    const key = `${session} ${cell}`;
    let replicates = known.get(key);
    if (replicates === undefined) {
      const together = panelCells(run, counted, cell, session);
      const panelKey = `${session} ${together[0]![0]}`;
      let panel = panels.get(panelKey);
      if (panel === undefined) {
        panel = drawPanel(counted, together, session, deriveSeed(run.plan.seed, 'blocks', panelKey));
        panels.set(panelKey, panel);
      }
      replicates = replicateBlocks(counted, cell, session, panel);
      known.set(key, replicates);
    }
    return replicates;
  };
}

function rememberingWithoutEach(run: RunFile, counted: CountedSamples): RunTimes['withoutEachUnit'] {
  const panels = new Map<string, ReadonlyMap<number, number>>();
  const known = new Map<string, WithoutEach>();
  return (cell, session) => {
    const key = `${session} ${cell}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const together = panelCells(run, counted, cell, session);
    const panel = `${session} ${together[0]![0]}`;
    const unitOfBlock = panels.get(panel) ?? unitsOfPanel(counted, together, session, JACKKNIFE_UNITS);
    panels.set(panel, unitOfBlock);
    const rows = rowsIn(counted, cell, session);
    const unit = unitsInRows(counted, rows, unitOfBlock);
    const units = new Set(unitOfBlock.values()).size;
    const made = { panel, logs: logMediansWithoutEach(counted.totalsMs(rows), unit, units) };
    known.set(key, made);
    return made;
  };
}

/** Of its panel, and of those whose blocks stand beside its blocks: a list of cells for each. */
function panelCells(
  run: RunFile,
  counted: CountedSamples,
  cell: string,
  session: number,
): readonly (readonly string[])[] {
  const planned = counted.sessions.find((facts) => facts.session === session)!.planned;
  const panels = run.plan.sessions[planned]?.panels ?? [];
  const own = panels.find(({ cells }) => cells.includes(cell));
  if (own?.beside === undefined) return [own?.cells ?? [cell]];
  return panels.filter(({ beside }) => beside === own.beside).map(({ cells }) => cells);
}

function drawPanel(
  counted: CountedSamples,
  together: readonly (readonly string[])[],
  session: number,
  seed: number,
): PanelDraws {
  const unitOfBlock = unitsOfPanel(counted, together, session);
  return { unitOfBlock, draws: drawUnits(new Set(unitOfBlock.values()).size, seededRandom(seed)) };
}

/**
 * Block → its unit, of the blocks in which any of the cells was measured. Blocks of panels beside one another
 * are of one unit where they are the nth of their panel.
 */
function unitsOfPanel(
  counted: CountedSamples,
  together: readonly (readonly string[])[],
  session: number,
  mostUnits?: number,
): ReadonlyMap<number, number> {
  const ofPanels = together.map((cells) => blocksInOrder(counted, cells, session));
  const units = unitsOfBlocks(Math.max(...ofPanels.map((blocks) => blocks.length)), mostUnits);
  const unitOfBlock = new Map<number, number>();
  for (const blocks of ofPanels)
    for (let i = 0; i < blocks.length; i++) unitOfBlock.set(blocks[i]!, units[i]!);
  return unitOfBlock;
}

/** The unit of the block of each row. */
function unitsInRows(
  { table: { block } }: CountedSamples,
  rows: Uint32Array,
  unitOfBlock: ReadonlyMap<number, number>,
): Uint32Array {
  const units = new Uint32Array(rows.length);
  let [last, unit] = [-1, 0];
  for (let i = 0; i < rows.length; i++) {
    const own = block[rows[i]!]!;
    // Looked up once for all rows of a block.
    if (own !== last) unit = unitOfBlock.get(own)!;
    last = own;
    units[i] = unit;
  }
  return units;
}

function blocksInOrder(counted: CountedSamples, cells: readonly string[], session: number): number[] {
  const blocks = new Set<number>();
  let last: readonly number[] = [];
  for (const cell of cells) {
    const visited = visitedBlocks(counted, rowsIn(counted, cell, session));
    // Most cells of a panel were visited in the very blocks in which the one before was.
    if (!areSame(visited, last)) for (const block of visited) blocks.add(block);
    last = visited;
  }
  return [...blocks].sort((a, b) => a - b);
}

function areSame(some: readonly number[], others: readonly number[]): boolean {
  let i = 0;
  while (i < some.length && some[i] === others[i]) i++;
  return i === some.length && i === others.length;
}

function replicateBlocks(
  counted: CountedSamples,
  cell: string,
  session: number,
  panel: PanelDraws,
): BlockReplicates {
  const rows = rowsIn(counted, cell, session);
  const unit = unitsInRows(counted, rows, panel.unitOfBlock);
  const medians = medianReplicates(counted.totalsMs(rows), unit, panel.draws);
  return { logs: medians.map(Math.log), units: new Set(unit).size };
}

function rowsIn(counted: CountedSamples, cell: string, session: number): Uint32Array {
  const part = counted.cells.get(cell)?.sessions.find((each) => each.session === session);
  return part?.rows ?? new Uint32Array(0);
}
