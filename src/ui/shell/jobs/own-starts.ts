// What a page starts, among all that it is told of. The answer to a start may come after events that tell
// what has come of it, so these are kept while one is on its way, and no longer: a page may be open for days.

import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { sendJson } from '../lab-api.ts';

/** Asks the lab to start something. Rejects where the lab refuses or does not answer. */
export type StartJob = (path: string, asked: unknown) => Promise<unknown>;

export class OwnStarts {
  readonly #own: (job: JobSnapshot) => void;
  readonly #send: (path: string, asked: unknown) => Promise<JobSnapshot>;
  readonly #heard = new Map<number, JobSnapshot>();
  #onTheirWay = 0;

  /** `own`: told of each that was started, as it was told of last. */
  constructor(
    own: (job: JobSnapshot) => void,
    send: (path: string, asked: unknown) => Promise<JobSnapshot> = sendJson,
  ) {
    this.#own = own;
    this.#send = send;
  }

  /** Told of what nobody here is known to have started. */
  hear(job: JobSnapshot): void {
    if (this.#onTheirWay > 0) this.#heard.set(job.id, job);
  }

  readonly start: StartJob = async (path, asked) => {
    this.#onTheirWay++;
    try {
      const job = await this.#send(path, asked);
      this.#own(this.#heard.get(job.id) ?? job);
    } finally {
      if (--this.#onTheirWay === 0) this.#heard.clear();
    }
  };
}
