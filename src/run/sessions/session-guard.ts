// Watches over a session: whatever is waited for is raced against everything that would make waiting
// pointless.

import type { Clock } from '../../base/clock.ts';
import type { ExitInfo } from '../../drive/processes/exit-info.ts';
import type { TargetFault } from '../../record/record.ts';
import { withoutSecret } from '../../wire/target-contract.ts';

/** Shorter than any silence that is looked for. */
const PATIENCE_MS = 500;

interface Cause {
  /** The user ended it. */
  readonly interrupted?: boolean;
  /** Absent: no target is known to be at fault. */
  readonly fault?: TargetFault;
}

/** The session cannot go on. */
export class SessionTrouble extends Error {
  readonly interrupted: boolean;
  readonly fault: TargetFault | null;
  constructor(what: string, { interrupted = false, fault }: Cause = {}) {
    super(what);
    this.name = 'SessionTrouble';
    this.interrupted = interrupted;
    this.fault = fault ?? null;
  }
}

/** Whatever was to start the client could not, or lost it at once: no fault of what is measured. */
export class LostClient extends SessionTrouble {
  /** Nobody gave a node back for as long as the lab waits: another try would wait as long again. */
  readonly noRoom: boolean;
  constructor(what: string, noRoom = false) {
    super(what);
    this.noRoom = noRoom;
  }
}

/** The target was caught at something untrue: another try would only be another chance to miss it. */
export class UntrueTarget extends SessionTrouble {}

export class SessionGuard {
  readonly #trouble = Promise.withResolvers<never>();
  readonly #clock: Clock;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #unlisten: () => void;
  #heardMs: number;

  /** `silenceMs`: longest time without a word from the agent. */
  constructor(clock: Clock, interrupted: AbortSignal, silenceMs: number) {
    this.#clock = clock;
    this.#heardMs = clock.nowMs();
    this.#trouble.promise.catch(() => undefined);
    const onAbort = () => this.fail(new SessionTrouble('interrupted', { interrupted: true }));
    interrupted.addEventListener('abort', onAbort);
    this.#unlisten = () => interrupted.removeEventListener('abort', onAbort);
    if (interrupted.aborted) onAbort();
    this.#timer = setInterval(() => {
      if (clock.nowMs() - this.#heardMs > silenceMs) {
        this.fail(new SessionTrouble(`the agent was silent for ${Math.round(silenceMs / 1000)} s`));
      }
    }, 500);
  }

  fail(trouble: Error): void {
    this.#trouble.reject(trouble);
  }

  /** The agent gave a sign of life. */
  heard(): void {
    this.#heardMs = this.#clock.nowMs();
  }

  watchExit(who: string, exited: Promise<ExitInfo>, cause: Cause = {}): void {
    void exited.then((exit) => this.fail(new SessionTrouble(sayExit(who, exit), cause)));
  }

  watchTarget(name: string, exited: Promise<ExitInfo>): void {
    this.watchExit(`the target ${name}`, exited, { fault: { target: name, how: 'ended' } });
  }

  watchTrouble(trouble: Promise<{ readonly what: string; readonly stack: string }>): void {
    void trouble.then(({ what, stack }) => {
      this.fail(new SessionTrouble(`the agent gave up: ${what}${stack === '' ? '' : `\n${stack}`}`));
    });
  }

  /** What comes first: the result, or the reason why it will never come. */
  async wait<T>(result: Promise<T>): Promise<T> {
    return Promise.race([result, this.#trouble.promise]);
  }

  /** Likewise for what the agent has no part in: however long it takes, that is no silence. */
  async patiently<T>(result: Promise<T>): Promise<T> {
    const patience = setInterval(() => this.heard(), PATIENCE_MS);
    patience.unref();
    try {
      return await this.wait(result);
    } finally {
      this.heard();
      clearInterval(patience);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unlisten();
  }
}

function sayExit(who: string, exit: ExitInfo): string {
  const how = exit.signal === null ? `ended with code ${exit.code}` : `was ended by ${exit.signal}`;
  // A server behind nginx may have died of a request that nginx tells with its query.
  const words = withoutSecret(exit.lastWords);
  return `${who} ${how}${words === '' ? '' : `: ${words}`}`;
}
