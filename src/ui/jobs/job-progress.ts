// A run as a page follows it: from the run's own events.

import type { Clock } from '../../base/clock.ts';
import type { Step } from '../../base/host.ts';
import type { AgentFacts, RunFile } from '../../record/record.ts';
import type { RunEvent } from '../../run/events.ts';
import { followRun, leftMs, nextLook, shareDone, startProgress } from '../../run/run-progress.ts';
import type { Summary } from '../../summary/summary.ts';
import type { OutsideClient, OutsideFacts, ProgressFigures, RaceCell } from './snapshot.ts';

export class JobProgress {
  readonly #clock: Clock;
  readonly #state;
  readonly #looks: { sessions: number; open: number }[] = [];
  #race: readonly RaceCell[] = [];
  #dir: string | null = null;
  #outside: Omit<OutsideFacts, 'newcomers'> | null = null;
  /** Names of the devices outside that are there. */
  #present: readonly string[] = [];
  #isMeasuring = false;
  #steps: Step['count'];
  /** Says what it does before there is a run. */
  doing = '';

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#state = startProgress();
  }

  get dir(): string | null {
    return this.#dir;
  }

  get outside(): OutsideFacts | null {
    if (this.#outside === null) return null;
    const known = this.#outside.clients.map(({ device }) => device);
    return { ...this.#outside, newcomers: this.#present.filter((name) => !known.includes(name)).length };
  }

  /** A session's exchanges go on: whoever follows is told less often. */
  get isMeasuring(): boolean {
    return this.#isMeasuring;
  }

  /** Before there is a run. */
  step({ doing, count }: Step): void {
    this.doing = doing;
    this.#steps = count;
  }

  event(event: RunEvent): void {
    // Somebody comes or goes beside what is done.
    if (event.kind === 'outside-present') {
      this.#presentAre(event.devices);
      return;
    }
    this.#steps = undefined;
    this.#isMeasuring = event.kind === 'cells-checked' || event.kind === 'samples';
    followRun(this.#state, event, this.#clock.nowMs());
    this.doing = this.#state.doing;
    if (event.kind === 'run-started') this.#dir = event.dir;
    if (event.kind === 'outside-wanted') {
      this.doing = 'waiting for a browser on another device';
      const { url, trust } = event;
      this.#outside = { clients: [], ...this.#outside, url, trust, isWanted: true };
    }
    if (event.kind === 'agent-registered') this.#welcome(event.agent);
    if (event.kind === 'session-ended') this.#changeClients((client) => ({ ...client, measures: false }));
    if (event.kind !== 'looked') return;
    this.#looks.push({ sessions: event.sessions, open: event.undecided });
    const out = new Set(event.dropped);
    this.#race = this.#race.map((cell) => ({ ...cell, isOut: out.has(cell.id) }));
  }

  /** Pages load themselves anew for each session: the same device is the same client. */
  #welcome({ engine, engineVersion, userAgent, cores, ...facts }: AgentFacts): void {
    if (this.#outside === null) return;
    const { clients } = this.#outside;
    const { clockStepUs, crossOriginIsolated, device = userAgent } = facts;
    const before = clients.find((client) => client.device === device);
    const sessions = (before?.sessions ?? 0) + 1;
    const client = {
      ...{ engine, engineVersion, userAgent, device, cores },
      ...{ clockStepUs, crossOriginIsolated, sessions, measures: true },
      isThere: facts.device === undefined ? null : true,
      watches: facts.watches === true,
    };
    const others = clients.filter((each) => each !== before);
    this.#outside = { ...this.#outside, isWanted: false, clients: [...others, client] };
  }

  #presentAre(devices: readonly string[]): void {
    this.#present = devices;
    this.#changeClients((client) =>
      client.isThere === null ? client : { ...client, isThere: devices.includes(client.device) },
    );
  }

  #changeClients(change: (client: OutsideClient) => OutsideClient): void {
    if (this.#outside === null) return;
    this.#outside = { ...this.#outside, clients: this.#outside.clients.map(change) };
  }

  soFar(_: RunFile, { cells }: Summary): void {
    const before = new Map(this.#race.map(({ id, interval }) => [id, interval]));
    this.#race = cells
      .flatMap(({ id, twinOf, totalMs, factors }): RaceCell[] =>
        twinOf !== null || totalMs === null
          ? []
          : [
              {
                id,
                network: factors.network,
                medianMs: totalMs.median,
                interval: [totalMs.interval[0], totalMs.interval[1]],
                before: before.get(id) ?? null,
                isOut: false,
              },
            ],
      )
      .toSorted((a, b) => (a.network < b.network ? -1 : a.network > b.network ? 1 : a.medianMs - b.medianMs));
  }

  figures(): ProgressFigures {
    const { plan, sessionsDone, exchanges } = this.#state;
    const steps = this.#steps;
    const ofSteps = steps === undefined ? null : steps.done / Math.max(1, steps.of);
    return {
      doing: this.doing,
      isMeasuring: this.#isMeasuring,
      ...(steps !== undefined && { steps }),
      share: plan === null ? ofSteps : shareDone(this.#state),
      leftMs: plan === null ? null : leftMs(this.#state, this.#clock.nowMs()),
      exchanges,
      sessionsDone,
      sessionsPlanned: plan?.sessions.length ?? 0,
      nextLook: nextLook(this.#state, this.#clock.nowMs()),
      looks: this.#looks,
      race: this.#race,
    };
  }
}
