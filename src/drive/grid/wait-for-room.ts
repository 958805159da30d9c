// How long the lab waits for a node that it may have, and what it says meanwhile.

import { EnvironmentError } from '../../base/errors.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Room } from './grid-status.ts';
import { KEPT_IN_QUEUE } from './remote-end.ts';

/** Somebody else's sessions end some time; a lab that waited for ever would never say why. */
const ROOM_WITHIN_MS = 300_000;
/** Each is noise to the session that it came beside, and a Grid that chose so again chooses so for long. */
const MOST_BOUNCES = 3;

const REMEDY =
  'wait until others give their sessions back, or start another node; then go on with the run (--resume)';

/** There was no room for as long as the lab waits: to ask again would be to wait as long again. */
export class NoRoom extends EnvironmentError {}

/** What the sessions of a lab have on each server, whatever the browser. */
export class TakenNodes {
  readonly #taken = new Set<string>();
  #freed = 0;

  /** How often one was given back. */
  get freed(): number {
    return this.#freed;
  }

  /** Answers whether it was free. */
  take(node: string): boolean {
    if (this.#taken.has(node)) return false;
    this.#taken.add(node);
    return true;
  }

  has(node: string): boolean {
    return this.#taken.has(node);
  }

  free(node: string): void {
    if (this.#taken.delete(node)) this.#freed += 1;
  }
}

export interface RoomWaitSettings {
  readonly server: string;
  readonly taken: TakenNodes;
  /** Absent: five minutes. */
  readonly roomWithinMs?: number | undefined;
  /** Called once for each reason to wait. */
  readonly tell?: ((line: string) => void) | undefined;
}

/** Of one session that is to begin. */
export class RoomWait {
  readonly #settings: RoomWaitSettings;
  readonly #withinMs: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOver = false;
  readonly #told = new Set<string>();
  #bounced = 0;
  /** Since a node was given back. */
  #bouncedLately = 0;
  #freedBefore: number;

  constructor(settings: RoomWaitSettings) {
    this.#settings = settings;
    this.#withinMs = settings.roomWithinMs ?? ROOM_WITHIN_MS;
    this.#freedBefore = settings.taken.freed;
  }

  /** Browsers that came to a node of ours, and were given back at once. */
  get bounced(): number {
    return this.#bounced;
  }

  /** A browser came to a node where a session of ours is measured. */
  bounce(): void {
    this.#bounced += 1;
    this.#bouncedLately += 1;
  }

  /** Whether a browser may be asked for: not where the Grid would put it beside one of ours once more. */
  mayAsk(): boolean {
    const { freed } = this.#settings.taken;
    if (freed !== this.#freedBefore) this.#bouncedLately = 0;
    this.#freedBefore = freed;
    if (this.#bouncedLately < MOST_BOUNCES) return true;
    this.end();
    this.#sayOnce(
      `it has put ${this.#bounced} browsers beside a session of this run, so the next one waits until such a session ends`,
    );
    return false;
  }

  /**
   * Whether others have had every node for too long. Sessions of ours end by themselves, so only time in
   * which others have every node counts.
   */
  isTooLong(room: Room): boolean {
    if (room === 'taken by us') this.#sayOnce('sessions of this run have those that others leave');
    if (room !== 'taken by others') {
      this.end();
      return false;
    }
    this.#sayOnce(`others have every one, and are waited for ${sayDuration(this.#withinMs)} at most`);
    this.#timer ??= setTimeout(() => {
      this.#isOver = true;
    }, this.#withinMs);
    return this.#isOver;
  }

  /**
   * A browser that was asked for so long ago has not come: the status of a Grid tells nothing of its queue.
   */
  unanswered(forMs: number): void {
    this.#sayOnce(`no browser has come for ${sayDuration(forMs)}, as the request may stand in its queue`);
  }

  /** `who`: what has no room, by its status. */
  noRoom(who: string): NoRoom {
    const { server } = this.#settings;
    const forMs = sayDuration(this.#withinMs);
    return new NoRoom(
      `${server} has no room: ${who} for ${forMs}`,
      [`GET ${server}/status for ${forMs}`],
      REMEDY,
    );
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isOver = false;
  }

  #sayOnce(why: string): void {
    if (this.#told.has(why)) return;
    this.#told.add(why);
    this.#settings.tell?.(`waiting for a free node of ${this.#settings.server}: ${why}`);
  }
}

/** A Grid that kept the request in its queue was waited for as long as one that says that it is full. */
export function asNoRoom(thrown: EnvironmentError): EnvironmentError {
  return thrown.message.includes(KEPT_IN_QUEUE) ? new NoRoom(thrown.message, thrown.tried, REMEDY) : thrown;
}
