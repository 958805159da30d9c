// How long a session waits for an answer, and which of its targets answer no more. A run that has to end in
// its time also where a target hangs waits no longer than half of what is left, so that whatever is asked
// within its time is over soon after it, however often it is asked in vain.

import type { Clock } from '../../base/clock.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { SessionTrouble } from './session-guard.ts';

/** What took so long once in a session may take longer than that. */
const TIMES_SEEN = 2;
/** So many exchanges in a row that nobody answers are no stumble. */
export const FAILURES_ENOUGH = 3;

/** Of a run that has to end in its time. */
export interface InTime {
  /** When its time is up, on the clock. */
  readonly endMs: number;
  /** It ends so much later at most where a target hangs, and nothing is waited for any shorter. */
  readonly lateMs: number;
}

export interface AnswersSettings {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** null: of a run that waits as long for every exchange, however little time is left. */
  readonly inTime: InTime | null;
}

interface Hanging {
  /** How many in a row. */
  readonly times: number;
  readonly longestMs: number;
  /** Of which cells they were. */
  readonly of: ReadonlySet<string>;
}

/** The reason of a session is a sentence. */
const MOST_CELLS = 3;

export class Answers {
  readonly #settings: AnswersSettings;
  /** The longest that came so far. */
  #longestMs = 0;
  /** Targets whose last exchanges nobody waited for any longer. */
  readonly #hanging = new Map<string, Hanging>();

  constructor(settings: AnswersSettings) {
    this.#settings = settings;
  }

  /** For one that is asked for now, in whole ms. `mostMs`: however much time is left. */
  withinMs(mostMs = this.#settings.timeoutMs): number {
    const { inTime } = this.#settings;
    if (inTime === null) return mostMs;
    // A server that is slow, or a machine that is, does not hang.
    const leastMs = Math.max(inTime.lateMs, TIMES_SEEN * this.#longestMs);
    const halfMs = (this.#leftMs(inTime) + inTime.lateMs) / 2;
    return Math.ceil(Math.min(mostMs, Math.max(leastMs, halfMs)));
  }

  /** For so long exchanges may be begun that are all waited for as long as one that is asked for now. */
  beginWithinMs(): number {
    const { inTime } = this.#settings;
    if (inTime === null) return Number.POSITIVE_INFINITY;
    const leftMs = this.#leftMs(inTime);
    if (leftMs <= 0) return inTime.lateMs;
    return Math.max(1, Math.min(leftMs, leftMs + inTime.lateMs - this.withinMs()));
  }

  #leftMs({ endMs }: InTime): number {
    return endMs - this.#settings.clock.nowMs();
  }

  /** `tookMs`: 0 where that says nothing. */
  came(target: string, tookMs = 0): void {
    this.#longestMs = Math.max(this.#longestMs, tookMs);
    this.#hanging.delete(target);
  }

  /** `of`: whose exchange that was, a cell's. */
  late(target: string, waitedMs: number, of: string): void {
    const before = this.#hanging.get(target) ?? { times: 0, longestMs: 0, of: [] };
    this.#hanging.set(target, {
      times: before.times + 1,
      longestMs: Math.max(before.longestMs, waitedMs),
      of: new Set([...before.of, of]),
    });
  }

  hangs(target: string, times = 1): boolean {
    return (this.#hanging.get(target)?.times ?? 0) >= times;
  }

  /** Why a session ends of which a target answers no cell that is left; null: it goes on with the rest. */
  whyWithout(target: string): SessionTrouble | null {
    return this.#settings.inTime !== null && this.hangs(target) ? this.#troubleOf(target) : null;
  }

  /** Why it is waited for no longer now that the time is up; null: it is not, or no target hangs. */
  whyOver(): SessionTrouble | null {
    const { inTime } = this.#settings;
    const [target] = this.#hanging.keys();
    return inTime === null || target === undefined || this.#leftMs(inTime) > 0
      ? null
      : this.#troubleOf(target);
  }

  #troubleOf(target: string): SessionTrouble {
    const { times, longestMs, of } = this.#hanging.get(target)!;
    const asked = times === 1 ? 'an exchange' : `${count(times, 'exchange')} in a row`;
    const waited = `${sayDuration(longestMs)}${times === 1 ? '' : ' at most'}`;
    const some = [...of].slice(0, MOST_CELLS);
    const cells = listed(of.size > some.length ? [...some, 'others'] : some);
    return new SessionTrouble(
      `the target ${target} did not answer: ${asked} got no answer in ${waited} (${cells})`,
      { fault: { target, how: 'unanswered' } },
    );
  }
}
