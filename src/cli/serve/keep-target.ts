// The target that the section of messages sends to, kept up for as long as the lab is there. Nothing else of
// the page needs it: once the lab is up, a target that does not come up again ends no lab, and no run in it.

import { EnvironmentError, messageOf } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import type { RunningTarget } from '../../drive/driver.ts';
import { sayExit } from '../../drive/processes/first-line.ts';

/**
 * A target that lived so long has ended by something that happened to it, and may be started again at once.
 */
const LIVED_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;

export interface KeptTarget {
  start(): Promise<RunningTarget>;
  isUp(target: RunningTarget, isFirst: boolean): Promise<void>;
  /** Why it is not there; it is tried again. */
  isDown(why: string): void;
  /** Somebody has asked the lab for something, which would be lost with it. */
  hasWork(): boolean;
  /** Resolves when nothing is measured: a target that starts takes its time from whatever is. */
  untilQuiet(): Promise<void>;
  /** Resolves after so long, or when the lab is to end. */
  wait(ms: number): Promise<void>;
}

/**
 * Until Ctrl-C. Rejects where the first does not come up, or ends as soon as it is up and nobody has asked
 * for anything yet: whoever starts the lab is to see that.
 */
export async function keepTarget(kept: KeptTarget, { clock, interrupted, err }: Host): Promise<void> {
  let inARow = 0;
  for (let isFirst = true; isFirst || !interrupted.aborted; isFirst = false) {
    const startedMs = clock.nowMs();
    const ended = await lifeOf(kept, isFirst, interrupted);
    if (ended === null) return;
    const isEarly = clock.nowMs() - startedMs < LIVED_MS;
    if (isFirst && isEarly && !kept.hasWork()) throw ended;
    inARow = isEarly ? inARow + 1 : 0;
    kept.isDown(messageOf(ended));
    err(`${messageOf(ended)}; it is started again\n`);
    if (inARow > 0) await kept.wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (inARow - 1)));
    await kept.untilQuiet();
  }
}

/** What it ended by, or was not started by; null: Ctrl-C. Rejects where the first does not come up. */
async function lifeOf(kept: KeptTarget, isFirst: boolean, interrupted: AbortSignal): Promise<unknown> {
  let wasUp = false;
  try {
    const target = await kept.start();
    try {
      await kept.isUp(target, isFirst);
      wasUp = true;
      return await untilEnded(target, interrupted);
    } finally {
      await target.close();
    }
  } catch (thrown) {
    if (isFirst && !wasUp) throw thrown;
    return interrupted.aborted ? null : thrown;
  }
}

async function untilEnded(
  { name, command, exited }: RunningTarget,
  interrupted: AbortSignal,
): Promise<EnvironmentError | null> {
  if (interrupted.aborted) return null;
  const stopped = new Promise<null>((resolve) =>
    interrupted.addEventListener('abort', () => resolve(null), { once: true }),
  );
  const exit = await Promise.race([exited, stopped]);
  if (exit === null) return null;
  return new EnvironmentError(
    `target ${name} ${sayExit(exit)}`,
    [command.join(' ')],
    `wirefare verify ${name} tells more`,
  );
}
