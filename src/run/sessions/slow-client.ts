// Slowing a client down when it has started, and holding the slowdown to known work: the same client does a
// fixed piece of work at its own pace and then slowed. That is not counted, and comes before everything that
// is.

import type { SlowdownFacts } from '../../record/record.ts';
import type { AgentDesk } from '../agents/agent-desk.ts';
import type { Opened } from './open-session.ts';
import type { SessionGuard } from './session-guard.ts';

/**
 * The least of these counts: other work on the machine makes any of them longer, and none shorter. At its own
 * pace a client shares a core with that; slowed down it rarely has to wait for one.
 */
const TIMES = { before: 20, slowed: 7 };

/**
 * Answers what it came to. Clients that cannot do the work are slowed down too, and nobody knows by how much.
 */
export async function slowDown(
  asked: number,
  { registration, slowPlace }: Pick<Opened, 'registration' | 'slowPlace'>,
  { desk, guard }: { readonly desk: Pick<AgentDesk, 'knownWork'>; readonly guard: SessionGuard },
): Promise<SlowdownFacts> {
  const isHeld = registration.knownWork === true;
  const tookMs = async (times: number) => {
    const took = await guard.wait(desk.knownWork({ kind: 'known-work', times }));
    guard.heard();
    return Math.min(...took);
  };
  const beforeMs = isHeld ? await tookMs(TIMES.before) : null;
  await guard.wait(slowPlace!.slow(asked));
  if (beforeMs === null) return { asked };
  return { asked, knownWork: { beforeMs, slowedMs: await tookMs(TIMES.slowed) } };
}
