// What the packets of a finished block suffered, asked of the link before the block is journalled. Nothing of it is in
// a timed window: the agent waits for the answer to its post.

import type { RunningLink } from '../drive/link.ts';
import { type AuditCause, judgeAudit } from '../network/audit.ts';
import type { LinkAudit } from '../network/link-facts.ts';
import type { NetworkProfile } from '../network/profile.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { Registration } from '../wire/agent-protocol.ts';
import type { Sample } from '../wire/sample.ts';

/** Why the block of these samples must not count; null where it may, or where nobody can tell. */
export type BlockAudit = (samples: readonly Sample[]) => Promise<VoidVerdict | null>;

export interface VoidVerdict {
  readonly cause: AuditCause;
  readonly why: string;
  readonly suffered?: LinkAudit;
}

/** The agent's clock and the link's are two readings of one; between them lies less than this. */
const PAD_MS = 2;

/** `networks`: all that the cells name. */
export function blockAudit(
  cells: readonly PlannedCell[],
  networks: readonly NetworkProfile[],
  { timeOriginMs }: Pick<Registration, 'timeOriginMs'>,
  audit: RunningLink['audit'],
): BlockAudit {
  const profiles = new Map(networks.map((network) => [network.name, network]));
  const networkOf = new Map(cells.map(({ id, factors }) => [id, profiles.get(factors.network)]));
  return async (samples) => {
    // A block is of one panel, and a panel of one network; its empty exchanges are of none by name.
    const network = samples.map(({ cell }) => networkOf.get(cell)).find((found) => found !== undefined);
    if (network === undefined) return null;
    const fromMs = Math.min(...samples.map(({ startMs }) => startMs)) - PAD_MS;
    const toMs = Math.max(...samples.map(({ startMs, totalMs }) => startMs + totalMs)) + PAD_MS;
    const suffered = await audit(network.name, timeOriginMs + fromMs, timeOriginMs + toMs);
    const verdict = suffered === null ? null : judgeAudit(suffered, network);
    return verdict === null ? null : { ...verdict, suffered: suffered! };
  };
}
