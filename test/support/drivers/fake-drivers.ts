// Drivers without processes, for tests: agents and targets are functions in this process, and a test can make
// them exit whenever it wants.

import { tmpdir } from 'node:os';
import type { EnvironmentError } from '../../../src/base/errors.ts';
import type {
  AgentDriver,
  Drivers,
  FrontAsk,
  OwnServerAsk,
  RunningAgent,
  RunningServer,
  RunningTarget,
  TargetDriver,
  TargetSettings,
} from '../../../src/drive/driver.ts';
import type { LinkDriver } from '../../../src/drive/links/link.ts';
import type { LoadDriver } from '../../../src/drive/load/load.ts';
import type { ExitInfo } from '../../../src/drive/processes/exit-info.ts';
import { createGuardian, type Guardian } from '../../../src/drive/processes/guardian.ts';
import type { SlowdownDriver } from '../../../src/drive/slow/slowdown.ts';
import type { CertificateFiles } from '../../../src/drive/targets/certificate.ts';
import { startOwnServer } from '../../../src/drive/targets/own-server.ts';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { aboutFront } from '../../../src/front/about.ts';
import { Allowance } from '../../../src/front/allowance.ts';
import { dialFor } from '../../../src/front/dial.ts';
import { frontHandler } from '../../../src/front/handler.ts';
import { openUpstream } from '../../../src/front/upstream.ts';
import { OPEN_GATE } from '../../../src/target/gate.ts';
import { listen } from '../../../src/target/server.ts';
import type { About } from '../../../src/wire/target-contract.ts';
import { fakeLife } from './fake-life.ts';
import { FakeLink, type FakeLinkScript } from './fake-link.ts';
import { FakeLoad } from './fake-load.ts';
import { FakeSlowdown } from './fake-slowdown.ts';

export interface FakeAgentScript {
  /**
   * What the agent does on its page; it exits with code 0 when this resolves, with code 1 when it rejects.
   */
  readonly run: (pageUrl: string, closed: AbortSignal) => Promise<void>;
  /** Thrown by find() and open(). */
  readonly missing?: EnvironmentError;
}

export interface FakeTargetScript {
  readonly start: (settings: TargetSettings) => Promise<{
    readonly url: string;
    readonly about: About;
    /** Absent or null: it answers anybody. */
    readonly secret?: string | null;
    /** For other protocols than http1. */
    readonly ports?: Readonly<Partial<Record<Protocol, number>>>;
    close(): Promise<void>;
  }>;
  /** Thrown by find() and start(). */
  readonly missing?: EnvironmentError;
}

/** A running fake; `exit` ends it as a crash would. */
export interface FakeProcess {
  readonly name: string;
  /** The page's URL, or the target's. */
  readonly url: string;
  /** What a target asks of those that it answers; null where it answers anybody. */
  readonly secret?: string | null;
  readonly isClosed: () => boolean;
  exit(info: Partial<ExitInfo>): void | Promise<void>;
}

export class FakeDrivers implements Drivers {
  /** Every start so far, in order. */
  readonly agents: FakeProcess[] = [];
  readonly targets: FakeProcess[] = [];
  readonly fakeLink: FakeLink;
  readonly fakeLoad = new FakeLoad();
  readonly fakeSlowdown = new FakeSlowdown();
  /** The addresses of every certificate made so far. */
  readonly certificates: (readonly string[])[] = [];
  readonly #agentScripts: Readonly<Record<string, FakeAgentScript>>;
  readonly #targetScripts: Readonly<Record<string, FakeTargetScript>>;
  #nextPid = 900_001;
  #guardian: Guardian | null = null;

  constructor(
    agents: Readonly<Record<string, FakeAgentScript>>,
    targets: Readonly<Record<string, FakeTargetScript>>,
    link: FakeLinkScript = {},
  ) {
    this.fakeLink = new FakeLink(link);
    this.#agentScripts = agents;
    this.#targetScripts = targets;
  }

  /** Clients that ask nobody, and say that they were answered. */
  load(): LoadDriver {
    return this.fakeLoad;
  }

  /** Clients that are slowed by a word. */
  slowdown(): SlowdownDriver {
    return this.fakeSlowdown;
  }

  link(): LinkDriver {
    return this.fakeLink;
  }

  async certificate(addresses: readonly string[]): Promise<CertificateFiles> {
    this.certificates.push(addresses);
    const files = { certFile: '/fake/cert.pem', keyFile: '/fake/key.pem' };
    return { ...files, spkiSha256Base64: 'spki', sha256Fingerprint: 'AB:CD', sha256Base64: 'q80=' };
  }

  agent(name: string): AgentDriver {
    const script = this.#agentScripts[name];
    if (script === undefined) throw new Error(`the test gave no agent ${name}`);
    const find = async () => {
      const { missing } = script;
      if (missing !== undefined) throw missing;
      return { path: `/fake/${name}`, version: '1.0' };
    };
    return { name, find, open: async (pageUrl) => this.#openAgent(name, script, pageUrl, await find()) };
  }

  target(name: string): TargetDriver {
    const script = this.#targetScripts[name];
    if (script === undefined) throw new Error(`the test gave no target ${name}`);
    const find = async () => {
      if (script.missing !== undefined) throw script.missing;
    };
    const start = async (settings: TargetSettings) => {
      await find();
      return this.#startTarget(name, script, settings);
    };
    return { name, find, start };
  }

  /** A real front, in this process: it asks the server that it is told. */
  front(ask: FrontAsk): TargetDriver {
    const { name, upstream } = ask;
    const start = async () => {
      const now = () => performance.now();
      const dial = dialFor(upstream, null, [upstream.protocol === 'h2' ? 'h2' : 'http/1.1']);
      const behind = await openUpstream(upstream, dial, now, ask.holdsSpare);
      const most = ask.total?.take() ?? null;
      const about = aboutFront({ ...ask, most, dialer: null }, false, process.versions.node);
      const allowance = new Allowance(ask.perSecond, most, now);
      const handler = frontHandler({
        about,
        upstream: behind,
        allowance,
        gate: OPEN_GATE,
        nowMs: now,
        onFailure: () => {},
      });
      const server = await listen(handler, '127.0.0.1', 0);
      const close = async () => {
        ask.total?.giveBack(most, allowance.asked);
        behind.close();
        await server.close();
      };
      return { url: `http://127.0.0.1:${server.port}`, about, close };
    };
    const started = (settings: TargetSettings) => this.#startTarget(name, { start }, settings);
    return {
      name,
      isFront: true,
      find: async () => {},
      start: async (settings) => {
        const front = await started(settings);
        return { ...front, isFront: true, ...(ask.total && { rested: ask.total.rested }) };
      },
    };
  }

  /** A real one: of what somebody starts by a command nothing is known but that it is a process. */
  ownServer(ask: OwnServerAsk): Promise<RunningServer> {
    this.#guardian ??= createGuardian(tmpdir());
    return startOwnServer(
      ask,
      { env: process.env, clock: { nowMs: () => performance.now() }, readyWithinMs: 10_000 },
      this.#guardian,
    );
  }

  #openAgent(
    name: string,
    script: FakeAgentScript,
    pageUrl: string,
    found: { path: string; version: string },
  ): RunningAgent {
    const life = fakeLife();
    const ended = script.run(pageUrl, life.closed.signal).then(
      () => life.exit({ code: 0 }),
      (error: unknown) => life.exit({ code: 1, lastWords: String(error) }),
    );
    this.agents.push({ name, url: pageUrl, isClosed: () => life.closed.signal.aborted, exit: life.exit });
    return {
      engine: name,
      version: found.version,
      command: [found.path, pageUrl],
      pid: this.#nextPid++,
      exited: life.exited,
      close: async () => {
        life.closed.abort();
        life.exit({ signal: 'SIGTERM' });
        await ended;
      },
    };
  }

  async #startTarget(
    name: string,
    script: FakeTargetScript,
    settings: TargetSettings,
  ): Promise<RunningTarget> {
    const server = await script.start(settings);
    const life = fakeLife();
    let ending: Promise<void> | null = null;
    const end = (info: Partial<ExitInfo>) => {
      ending ??= server.close().then(() => life.exit(info));
      return ending;
    };
    const secret = server.secret ?? null;
    this.targets.push({ name, url: server.url, secret, isClosed: () => ending !== null, exit: end });
    return {
      name,
      url: server.url,
      port: Number(new URL(server.url).port),
      ports: { http1: Number(new URL(server.url).port), ...server.ports },
      about: server.about,
      secret,
      command: [`/fake/${name}`],
      pid: this.#nextPid++,
      exited: life.exited,
      close: () => end({ signal: 'SIGTERM' }),
    };
  }
}
