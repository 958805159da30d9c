// Where the lab and one agent meet: the session lays a job on the desk and waits for its result; the agent,
// through the control server, takes jobs and puts results. One desk a session.

import type {
  Ack,
  BlocksJob,
  CheckJob,
  CheckResult,
  Job,
  KnownWorkJob,
  ProbeJob,
  ProbeResult,
  Registration,
  SamplePost,
  Trouble,
} from '../../wire/agent-protocol.ts';

const LONG_POLL_MS = 20_000;

export class AgentDesk {
  readonly #registered = Promise.withResolvers<Registration>();
  readonly #trouble = Promise.withResolvers<Trouble>();
  #isRegistered = false;
  #isWatching = false;
  #job: Job | null = null;
  #jobTaker: ((job: Job) => void) | null = null;
  #checks: PromiseWithResolvers<readonly CheckResult[]> | null = null;
  #probes: PromiseWithResolvers<readonly ProbeResult[]> | null = null;
  #knownWork: PromiseWithResolvers<readonly number[]> | null = null;
  #blocks: PromiseWithResolvers<void> | null = null;
  #onSamples: ((post: SamplePost) => Ack | Promise<Ack>) | null = null;
  #onRest: (() => Promise<void>) | null = null;

  // The session's side.

  get registered(): Promise<Registration> {
    return this.#registered.promise;
  }

  /** Its agent is in the browser that follows the run. */
  get isWatching(): boolean {
    return this.#isWatching;
  }

  /** Resolves when the agent says that it cannot go on. */
  get trouble(): Promise<Trouble> {
    return this.#trouble.promise;
  }

  /** Called, and waited for, whenever the agent rests between two exchanges. */
  whenAtRest(act: () => Promise<void>): void {
    this.#onRest = act;
  }

  check(job: CheckJob): Promise<readonly CheckResult[]> {
    this.#checks = Promise.withResolvers();
    this.#lay(job);
    return this.#checks.promise;
  }

  /** `onSamples` is called for each post; its answer goes back to the agent. Resolves with the last one. */
  blocks(job: BlocksJob, onSamples: (post: SamplePost) => Ack | Promise<Ack>): Promise<void> {
    this.#blocks = Promise.withResolvers();
    this.#onSamples = onSamples;
    this.#lay(job);
    return this.#blocks.promise;
  }

  probe(job: ProbeJob): Promise<readonly ProbeResult[]> {
    this.#probes = Promise.withResolvers();
    this.#lay(job);
    return this.#probes.promise;
  }

  /** How long it took each time, ms. */
  knownWork(job: KnownWorkJob): Promise<readonly number[]> {
    this.#knownWork = Promise.withResolvers();
    this.#lay(job);
    return this.#knownWork.promise;
  }

  end(): void {
    this.#lay({ kind: 'end' });
  }

  // The agent's side, called by the control server.

  /** False where an agent has this desk already. */
  register(registration: Registration, isWatching = false): boolean {
    if (this.#isRegistered) return false;
    this.#isRegistered = true;
    this.#isWatching = isWatching;
    this.#registered.resolve(registration);
    return true;
  }

  async takeJob(): Promise<Job> {
    if (this.#onRest !== null) await this.#onRest();
    if (this.#job !== null) {
      const job = this.#job;
      this.#job = null;
      return job;
    }
    // An agent that asks again has given up its first question (its connection broke): that one gets no job.
    this.#jobTaker?.({ kind: 'wait' });
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#jobTaker = null;
        resolve({ kind: 'wait' });
      }, LONG_POLL_MS);
      // An agent that is gone must not keep the lab alive.
      timer.unref();
      this.#jobTaker = (job) => {
        clearTimeout(timer);
        resolve(job);
      };
    });
  }

  /** The put… functions answer null where nothing of the kind was asked for: late, or twice. */
  putChecks(checks: readonly CheckResult[]): Ack | null {
    if (this.#checks === null) return null;
    this.#checks.resolve(checks);
    this.#checks = null;
    return { goOn: true };
  }

  putProbes(probes: readonly ProbeResult[]): Ack | null {
    if (this.#probes === null) return null;
    this.#probes.resolve(probes);
    this.#probes = null;
    return { goOn: true };
  }

  putKnownWork(tookMs: readonly number[]): Ack | null {
    if (this.#knownWork === null) return null;
    this.#knownWork.resolve(tookMs);
    this.#knownWork = null;
    return { goOn: true };
  }

  async putSamples(post: SamplePost): Promise<Ack | null> {
    if (this.#blocks === null || this.#onSamples === null) return null;
    const waiting = this.#blocks;
    try {
      const ack = await this.#onSamples(post);
      if (this.#onRest !== null) await this.#onRest();
      if (post.done || !ack.goOn) {
        this.#blocks = null;
        waiting.resolve();
      }
      return ack;
    } catch (thrown) {
      // The journal could not be written, or the link is gone: the session must hear of it, the agent must
      // stop.
      this.#blocks = null;
      waiting.reject(thrown);
      return { goOn: false };
    }
  }

  putTrouble(trouble: Trouble): void {
    this.#trouble.resolve(trouble);
  }

  #lay(job: Job): void {
    const taker = this.#jobTaker;
    this.#jobTaker = null;
    if (taker === null) this.#job = job;
    else taker(job);
  }
}
