// A lab for tests of whole runs: agents follow scripts, the target answers nothing, time is what the scripts
// take.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '../../../src/base/clock.ts';
import type { EnvironmentError } from '../../../src/base/errors.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import type { AdviceFacts } from '../../../src/record/advice-facts.ts';
import type { HostFacts, RunFile, SampleRow } from '../../../src/record/record.ts';
import { FILES, RecordWriter } from '../../../src/record/record-writer.ts';
import { ControlServer } from '../../../src/run/agents/control-server.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import type { RunContext } from '../../../src/run/run-context.ts';
import { type Look, runStudy } from '../../../src/run/run-study.ts';
import type { Study } from '../../../src/study/study.ts';
import type { OpenQuestions } from '../../../src/summary/comparisons/open-questions.ts';
import { EMPTY_CELL } from '../../../src/wire/sample.ts';
import type { About } from '../../../src/wire/target-contract.ts';
import { requestCell } from '../cells/made-cells.ts';
import { FakeDrivers } from '../drivers/fake-drivers.ts';
import { type AgentScript, actAgent, leaveAtOnce } from './scripted-agent.ts';

const factors = requestCell({ n: 3, browser: 'node' });
const study = {
  name: 's',
  parts: [],
  networks: [],
  payloads: [],
  comparisons: [],
  claims: [],
  protocol: { sessions: null, warmup: { exchanges: 0, leastMs: 0 }, timeoutMs: 1_000, confidence: 0.95 },
} as unknown as Study;

/** Sessions of 400 ms with two cells; every post of a scripted agent takes 100 ms. */
export function planOf(browsers: readonly string[]): Plan {
  const cells = [...new Set(browsers)].flatMap((browser) =>
    (['json', 'protobuf'] as const).map((format) => ({
      id: `${format} ${browser}`,
      part: 'main',
      factors: { ...factors, format, codec: format === 'json' ? 'JSON.parse' : 'protobufjs', browser },
      twinOf: null,
      skip: null,
    })),
  );
  const sessions = browsers.map((browser, index) => ({
    index,
    browser,
    target: 'node',
    place: 'loopback' as const,
    seed: index,
    panels: [
      {
        index: 0,
        cells: [`json ${browser}`, `protobuf ${browser}`],
        empties: [EMPTY_CELL],
        settlingPerVisit: 0 as const,
        countedPerVisit: 1,
        warmupBlocks: 1,
        blocksPerEmpties: 1,
        blocksPerRound: 1,
      },
    ],
    durationMs: 400,
  }));
  return { design: 2, seed: 1, cells, sessions };
}

/** What a look finds: every cell is needed while a question is open, unless `needed` says which. */
export function questions(asked: number, open: number, needed?: readonly string[]): OpenQuestions {
  const all = ['node', 'firefox'].flatMap((browser) => [`json ${browser}`, `protobuf ${browser}`]);
  return { asked, open, neededCells: new Set(needed ?? all), withinVariances: new Map(), widest: null };
}

/** A browser of a Grid, which is there unless `Given.lacks` says otherwise. */
export const GRID = 'grid:chrome@http://grid.example:4444';

export interface Given {
  /** When the run's time is up, on the lab's clock, which begins at 0. */
  readonly endMs?: number;
  /** So much later it ends at most where a target hangs; absent: whenever it is done. */
  readonly lateMs?: number;
  /** How many sessions the study asks for; absent: as many as fit. */
  readonly sessions?: number;
  /** How long opening a session takes, ms. */
  readonly openMs?: number | ((session: number) => number);
  readonly plan: Plan;
  /** How long it takes to measure what a cell's items take alone, ms. */
  readonly probeMs?: number;
  /** Whether the run is to end with advice. */
  readonly advises?: boolean;
  /** What the agent of the nth session started does. */
  readonly agent?: (session: number) => AgentScript | 'dies' | 'closes';
  readonly look?: Look;
  readonly earlier?: RunFile['sessions'];
  readonly writer?: RecordWriter;
  /** What the nth opening of a browser of GRID meets; absent, or undefined: nothing. */
  readonly lacks?: (opening: number) => EnvironmentError | undefined;
  /** What of the target is found to have changed at the end of the nth session started. */
  readonly changed?: (session: number) => readonly string[];
  readonly onPost?: (context: { drivers: FakeDrivers; interrupt: () => void; session: number }) => unknown;
  readonly largest?: { value: number };
  /** So many sessions at once; absent: one. */
  readonly parallel?: number;
  /** What the end of the nth agent started waits for. */
  readonly closing?: (session: number) => Promise<void> | undefined;
  readonly tell?: (event: RunEvent) => void;
  /** What the lab does beside the run, which each session waits for; absent: nothing. */
  readonly untilQuiet?: () => Promise<void>;
}

/** `open` before the first run, `close` after the last. */
export class ScriptedLab {
  readonly #control = new ControlServer('export {}');
  /**
   * Answers everything with an empty body: scripted agents never ask it, only the lab does, for the head's
   * size.
   */
  readonly #target: Server = createServer((_request, response) => response.end());
  readonly #scratch = mkdtempSync(join(tmpdir(), 'wirefare-run-'));
  #targetUrl = '';
  #folders = 0;
  #drivers = new FakeDrivers({}, {});

  /** Of the last run. */
  get drivers(): FakeDrivers {
    return this.#drivers;
  }

  async open(): Promise<void> {
    await this.#control.listen();
    await new Promise<void>((resolve) => this.#target.listen(0, '127.0.0.1', resolve));
    this.#targetUrl = `http://127.0.0.1:${(this.#target.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await this.#control.close();
    this.#target.close();
    this.#target.closeAllConnections();
    rmSync(this.#scratch, { recursive: true });
  }

  /** Names of processes of the last run that nobody closed. */
  leftOpen(): string[] {
    const all = [...this.#drivers.agents, ...this.#drivers.targets];
    return all.filter((fake) => !fake.isClosed()).map(({ name }) => name);
  }

  freshFolder(): string {
    return join(this.#scratch, String(this.#folders++));
  }

  freshWriter(): RecordWriter {
    return new RecordWriter(this.freshFolder());
  }

  async run(given: Given) {
    const clock = new FakeClock();
    const interruption = new AbortController();
    const events: RunEvent[] = [];
    let started = 0;
    const agent = {
      run: async (pageUrl: string, closed: AbortSignal) => {
        const session = started++;
        const script = given.agent?.(session) ?? {};
        const { openMs = 0 } = given;
        clock.advance(typeof openMs === 'number' ? openMs : openMs(session));
        if (script === 'dies') throw new Error('out of memory');
        if (script === 'closes') return leaveAtOnce(pageUrl);
        const beforePost = async () => {
          clock.advance(100);
          await script.beforePost?.();
          await given.onPost?.({ drivers: this.drivers, interrupt: () => interruption.abort(), session });
        };
        const probe = () => {
          clock.advance(given.probeMs ?? 0);
          return {};
        };
        await Promise.race([
          actAgent(pageUrl, { nowMs: () => clock.nowMs(), probe, ...script, beforePost }),
          aborted(closed),
        ]);
        await given.closing?.(session);
      },
    };
    const about = {
      name: 'node',
      version: '1',
      features: { datasets: ['book'], compressions: { br: [4] } },
    } as unknown as About;
    const start = async () => ({ url: this.#targetUrl, about, close: async () => {} });
    let openings = 0;
    const ofGrid = {
      ...agent,
      get missing() {
        return given.lacks?.(openings++);
      },
    };
    const agents = { node: agent, firefox: agent, [GRID]: ofGrid };
    const drivers = new FakeDrivers(agents, { node: { start } });
    this.#drivers = drivers;
    const writer = given.writer ?? this.freshWriter();
    const context: RunContext = {
      clock,
      drivers,
      control: this.#control,
      networkCertificate: null,
      addressFor: (browser) => (browser === 'outside' ? '127.0.0.1' : null),
      writer,
      dataDir: join(this.#scratch, 'data'),
      interrupted: interruption.signal,
      tell: (event) => {
        events.push(event);
        given.tell?.(event);
      },
      untilQuiet: given.untilQuiet,
      watchTarget: async () => ({ again: async () => given.changed?.(started - 1) ?? [] }),
      watchCpu: () => ({
        look: () => {},
        stop: () => ({
          cpuStealShare: 0,
          cpuPressureShare: null,
          loadOutsideShare: null,
          cpuMs: null,
        }),
      }),
    };
    const task = {
      wirefare: '0',
      study: { ...study, protocol: { ...study.protocol, sessions: given.sessions ?? null } },
      plan: given.plan,
      host: {} as HostFacts,
      earlier: given.earlier ?? [],
      startedAt: '2026-01-01T00:00:00.000Z',
      warnings: [],
      linkChoice: 'auto',
      earlierLink: null,
      endMs: given.endMs ?? null,
      ...(given.lateMs !== undefined && { lateMs: given.lateMs }),
      parallel: given.parallel ?? 1,
      ...(given.advises === true && { advice: {} as AdviceFacts }),
    } as const;
    const undecided: Look = async () => questions(1, 1);
    const finished = runStudy(task, context, given.look ?? undecided);
    return { finished, events, writer };
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

export function rowsIn(writer: RecordWriter): SampleRow[] {
  const lines = readFileSync(join(writer.dir, FILES.samples), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as SampleRow);
}

export const statuses = (file: RunFile) => file.sessions.map(({ planned, status }) => `${planned} ${status}`);
