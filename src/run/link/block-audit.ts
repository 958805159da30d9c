// What the packets of a finished block suffered, asked of the link before the block is journalled. Nothing of
// it is in a timed window: the agent waits for the answer to its post.

import type { Clock } from '../../base/clock.ts';
import type { RunningLink } from '../../drive/links/link.ts';
import { type AuditCause, judgeAudit } from '../../network/audit.ts';
import type { LinkAudit } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { Registration } from '../../wire/agent-protocol.ts';
import { isEmptyCell, type Sample } from '../../wire/sample.ts';
import { wallMsOf } from '../sessions/wall-time.ts';

/** Why the block of these samples must not count; null where it may, or where nobody can tell. */
export type BlockAudit = (samples: readonly Sample[]) => Promise<VoidVerdict | null>;

export interface VoidVerdict {
  readonly cause: AuditCause;
  readonly why: string;
  readonly suffered?: LinkAudit;
}

/** The agent's clock and the link's are two readings of one; between them lies less than this. */
const PAD_MS = 2;

/** Beyond what the wall clock's step of 1 ms makes of two readings. */
const SET_MS = 5;

/**
 * `networks`: all that the cells name. Call while the agent is young: its origin is of the wall clock as it
 * is now.
 */
export function blockAudit(
  cells: readonly PlannedCell[],
  networks: readonly NetworkProfile[],
  { timeOriginMs }: Pick<Registration, 'timeOriginMs'>,
  audit: RunningLink['audit'],
  clock: Clock,
): BlockAudit {
  const setByMs = wallClockSetBy(clock);
  const profiles = new Map(networks.map((network) => [network.name, network]));
  const networkOf = new Map(cells.map(({ id, factors }) => [id, profiles.get(factors.network)]));
  return async (samples) => {
    // A block is of one panel, and a panel of one network; its empty exchanges are of none by name.
    const network = samples.map(({ cell }) => networkOf.get(cell)).find((found) => found !== undefined);
    if (network === undefined) return null;
    const fromMs = Math.min(...samples.map(({ startMs }) => startMs)) - PAD_MS;
    const toMs = Math.max(...samples.map((sample) => sample.startMs + wallMsOf(sample))) + PAD_MS;
    const originMs = timeOriginMs + setByMs();
    const suffered = await audit(network.name, originMs + fromMs, originMs + toMs);
    const verdict = suffered === null ? null : judgeAudit(suffered, network, shortestMs(samples));
    return verdict === null ? null : { ...verdict, suffered: suffered! };
  };
}

/** Mean total of the cell whose exchanges are the shortest; what did not complete says nothing of that. */
function shortestMs(samples: readonly Sample[]): number {
  const counted = samples.filter(({ cell, outcome }) => outcome === 'completed' && !isEmptyCell(cell));
  const means = [...Map.groupBy(counted, ({ cell }) => cell).values()].map(
    (own) => own.reduce((sum, sample) => sum + wallMsOf(sample), 0) / own.length,
  );
  return Math.min(...means);
}

/**
 * How far the wall clock was set since: by hand, by a time server, or by a host that slept. The agent counts
 * on from its origin all the same, the link goes by the wall clock of the moment; unmended, the block would
 * be held to what packets of another time suffered.
 */
function wallClockSetBy(clock: Clock): () => number {
  const aheadMs = () => clock.date().getTime() - clock.nowMs();
  const beganMs = aheadMs();
  return () => {
    const setMs = aheadMs() - beganMs;
    return Math.abs(setMs) > SET_MS ? setMs : 0;
  };
}
