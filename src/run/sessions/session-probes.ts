// What is measured apart from the exchanges, at the end of a session: each group of alike cells once.

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import { isSequence } from '../../factors/cell.ts';
import { kindOfSession, type Plan, type PlannedSession } from '../../plan/plan.ts';
import type { ProbeRow } from '../../record/record.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import { likenessOf } from './checks/alike-cells.ts';
import type { SessionGround } from './open-session.ts';
import { SessionTrouble } from './session-guard.ts';

/** Of the time inside exchanges, for telling what decompressing takes; and for one cell. */
const PAIRS_SHARE = 0.05;
const LEAST_PAIRS_MS = 20;
const MOST_PAIRS_MS = 1_000;
/**
 * Of a cell in all sessions together, at least: of two pairs one with a late answer tells of nothing else.
 */
const PAIRS_OF_A_RUN = 12;
const PAIRS_OF_A_SESSION = 2;

export interface ProbesTask {
  /** Number in the record. */
  readonly session: number;
  readonly planned: PlannedSession;
  readonly plan: Plan;
  readonly timeoutMs: number;
  /** What the session's exchanges took. */
  readonly exchangesMs: number;
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
  const pairsWithinMs = pairsWithin(
    alike.map(([first]) => first!),
    task.exchangesMs,
  );
  const leastPairs = fewestPairs(plan, planned);
  for (const group of shuffled(alike, random)) {
    const seed = Math.floor(random() * 0x1_0000_0000);
    const cells = [group[0]!];
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
