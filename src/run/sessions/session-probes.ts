// What is measured apart from the exchanges, at the end of a session: each group of alike cells once.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import { isSequence } from '../../factors/cell.ts';
import { kindOfSession, type Plan, type PlannedSession } from '../../plan/plan.ts';
import type { ProbeRow, SampleRow } from '../../record/record.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import { likenessOf } from './checks/alike-cells.ts';
import type { SessionGround } from './open-session.ts';
import { SessionTrouble } from './session-guard.ts';

/** Of the time inside exchanges, for telling what decompressing takes; and for one cell. */
const PAIRS_SHARE = 0.05;
/**
 * And at most, where cells' answers take so long that their least number of pairs is more than that: as much
 * as empty exchanges may take.
 */
const MOST_PAIRS_SHARE = 0.1;
const LEAST_PAIRS_MS = 20;
const MOST_PAIRS_MS = 1_000;
/**
 * Of a cell in all sessions together, at least: of two pairs one with a late answer tells of nothing else.
 */
const PAIRS_OF_A_RUN = 12;
const PAIRS_OF_A_SESSION = 2;
/** One tells no scatter. */
const LEAST_OF_A_RUN = 2;

export interface ProbesTask {
  /** Number in the record. */
  readonly session: number;
  readonly planned: PlannedSession;
  readonly plan: Plan;
  readonly timeoutMs: number;
  /** What the session's exchanges took. */
  readonly exchangesMs: number;
  /** What one answer of a cell took in them; null where none came. */
  readonly answerMs: (cell: string) => number | null;
  /** No other session of its kind has probes. */
  readonly isOnly: boolean;
  readonly desk: Pick<SessionGround['desk'], 'probe'>;
  readonly guard: Pick<SessionGround['guard'], 'wait' | 'heard'>;
  readonly journal: (rows: readonly ProbeRow[]) => void;
}

/** Whatever is posted of one cell stands for its whole group. */
export async function measureProbes(specs: readonly CellSpec[], task: ProbesTask): Promise<void> {
  const { plan, planned, session, timeoutMs, desk, guard, journal } = task;
  // It takes about a second of a cell: only where some have the main thread to themselves and some do not.
  const heartbeat = plan.cells.some(({ factors }) => !isSequence(factors) && factors.thread === 'worker');
  // In an order of its own each session, so that no cell is always the one that the others warm up for.
  const random = seededRandom(deriveSeed(planned.seed, 'probes'));
  const factorsOf = new Map(plan.cells.map(({ id, factors }) => [id, factors]));
  const alike = [...Map.groupBy(specs, ({ cell }) => likenessOf(factorsOf.get(cell)!)).values()];
  const probed = alike.map(([first]) => first!);
  const pairsWithinMs = pairsWithin(probed, task.exchangesMs);
  const usualPairs = fewestPairs(plan, planned);
  const dearPairs = task.isOnly ? new Map<string, number>() : pairsOfDear(probed, usualPairs, task);
  for (const group of shuffled(alike, random)) {
    const seed = Math.floor(random() * 0x1_0000_0000);
    const cells = [group[0]!];
    const leastPairs = dearPairs.get(group[0]!.cell) ?? usualPairs;
    const asked = { cells, timeoutMs, pairsWithinMs, leastPairs, seed };
    const job = { kind: 'probe', ...asked, ...(heartbeat && { heartbeat }) } as const;
    const probes = await guard.wait(desk.probe(job));
    guard.heard();
    if (probes.some(({ cell }) => cell !== group[0]!.cell) || probes.length > 1) {
      const posted = probes.map(({ cell }) => cell).join(', ');
      throw new SessionTrouble(`the agent posted probes of ${posted}, asked for that of ${group[0]!.cell}`);
    }
    journal(probes.flatMap((probe) => group.map(({ cell }) => ({ session, ...probe, cell }))));
  }
}

/** All pairs together are to take a twentieth of what the session's exchanges took, in ms. */
function pairsWithin(probed: readonly CellSpec[], exchangesMs: number): number {
  const compressed = probed.filter(({ compression }) => compression !== 'none').length;
  const shareMs = (PAIRS_SHARE * exchangesMs) / Math.max(1, compressed);
  return Math.min(MOST_PAIRS_MS, Math.max(LEAST_PAIRS_MS, shareMs));
}

function fewestPairs({ sessions }: Plan, planned: PlannedSession): number {
  // Over a slow wire each pair takes as long as two visits that count, and most of a decompression is hidden.
  if (planned.panels.every(({ leastBlocks }) => leastBlocks !== undefined)) return PAIRS_OF_A_SESSION;
  const kind = kindOfSession(planned);
  const alike = sessions.filter((session) => kindOfSession(session) === kind).length;
  return Math.max(PAIRS_OF_A_SESSION, Math.ceil(PAIRS_OF_A_RUN / alike));
}

/**
 * Cells whose usual pairs would take more than there is → how many this session asks for, perhaps none. Those
 * whose answers take least come first. The others share what is left, and so take turns among the sessions:
 * one pair in each of a cell's turns, and two at least in all sessions together.
 */
function pairsOfDear(
  probed: readonly CellSpec[],
  usualPairs: number,
  { plan, planned, exchangesMs, answerMs }: ProbesTask,
): ReadonlyMap<string, number> {
  const costs = probed
    .filter(({ compression }) => compression !== 'none')
    .map(({ cell }) => ({ cell, ms: answerMs(cell) ?? 0 }))
    .toSorted((a, b) => a.ms - b.ms);
  let leftMs = MOST_PAIRS_SHARE * exchangesMs;
  // With the one that goes before.
  const answers = 1 + 2 * Math.min(usualPairs, PAIRS_OF_A_SESSION);
  const dear = costs.filter(({ ms }) => {
    if (answers * ms > leftMs) return true;
    leftMs -= answers * ms;
    return false;
  });
  const kind = kindOfSession(planned);
  const alike = plan.sessions.filter((session) => kindOfSession(session) === kind);
  const place = alike.findIndex(({ index }) => index === planned.index);
  // A run may end after the fewest sessions that answer anything: every cell has had a turn by then.
  const mostEvery = Math.max(1, Math.min(FEWEST_SESSIONS, alike.length));
  return new Map(
    dear.map(({ cell, ms }, nth) => {
      const every = Math.min(mostEvery, Math.ceil((2 * ms * dear.length) / leftMs));
      const isTurn = (session: number) => (session + nth) % every === 0;
      const turns = alike.filter((_, session) => isTurn(session)).length;
      const pairs = Math.ceil(LEAST_OF_A_RUN / Math.max(1, turns));
      return [cell, isTurn(place) ? Math.min(usualPairs, pairs) : 0];
    }),
  );
}

/** What an answer of each cell takes, by the exchanges of a session. */
export class AnswerTimes {
  readonly #sums = new Map<string, { ms: number; answers: number }>();

  add(rows: readonly SampleRow[]): void {
    for (const { outcome, cell, totalMs, clientComputeMs, requests } of rows) {
      if (outcome !== 'completed') continue;
      const sum = this.#sums.get(cell) ?? { ms: 0, answers: 0 };
      this.#sums.set(cell, { ms: sum.ms + totalMs - clientComputeMs, answers: sum.answers + requests });
    }
  }

  /** null where none came. */
  meanMs(cell: string): number | null {
    const sum = this.#sums.get(cell);
    return sum === undefined || sum.answers === 0 ? null : sum.ms / sum.answers;
  }
}
