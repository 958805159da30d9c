// The agent's side of the agent protocol: plain HTTP to the lab, never inside a timed exchange.

import type { DataValue } from '../data/schema.ts';
import type {
  Ack,
  CheckResult,
  Job,
  ProbeResult,
  Registered,
  Registration,
  SamplePost,
  Trouble,
} from '../wire/agent-protocol.ts';

export class LabClient {
  readonly #origin: string;
  #agent = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async register(registration: Registration): Promise<void> {
    const registered = (await this.#post('/agent/register', registration)) as Registered;
    this.#agent = registered.agent;
  }

  /**
   * The token of a session to join; null where there is none yet. Rejects when the lab has ended. `device`:
   * as it will register.
   */
  async nextSession(key: string, device?: string): Promise<string | null> {
    const query = new URLSearchParams({ key, ...(device !== undefined && { device }) });
    const response = await fetch(`${this.#origin}/agent/next?${query}`);
    if (!response.ok) throw new Error(`the lab answered ${response.status}: it may be another one by now`);
    return ((await response.json()) as { readonly token?: string }).token ?? null;
  }

  async nextJob(): Promise<Job> {
    return (await this.#get('job')) as Job;
  }

  async original(cell: string, message: number): Promise<DataValue> {
    return (await this.#get(`original?cell=${encodeURIComponent(cell)}&message=${message}`)) as DataValue;
  }

  async postChecks(checks: readonly CheckResult[]): Promise<Ack> {
    return (await this.#post(this.#path('checks'), checks)) as Ack;
  }

  async postSamples(samples: SamplePost): Promise<Ack> {
    return (await this.#post(this.#path('samples'), samples)) as Ack;
  }

  async postProbes(probes: readonly ProbeResult[]): Promise<Ack> {
    return (await this.#post(this.#path('probes'), probes)) as Ack;
  }

  async postKnownWork(tookMs: readonly number[]): Promise<Ack> {
    return (await this.#post(this.#path('known-work'), tookMs)) as Ack;
  }

  async postTrouble(trouble: Trouble): Promise<void> {
    await this.#post(this.#path('trouble'), trouble);
  }

  /** Where a page that goes away leaves word; for sendBeacon. */
  get troubleUrl(): string {
    return this.#origin + this.#path('trouble');
  }

  #path(what: string): string {
    return `/agent/${this.#agent}/${what}`;
  }

  async #get(what: string): Promise<unknown> {
    return this.#ask(this.#path(what), {});
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #ask(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(this.#origin + path, init).catch((thrown: Error) => {
      throw new Error(`the lab cannot be reached at ${path}: ${String(thrown.cause ?? thrown.message)}`);
    });
    if (!response.ok) throw new Error(`the lab answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
