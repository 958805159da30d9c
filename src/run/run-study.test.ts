import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { FakeClock } from '../base/clock.ts';
import { EnvironmentError } from '../base/errors.ts';
import { FakeDrivers } from '../drive/fake.ts';
import type { Plan } from '../plan/plan.ts';
import { readRun } from '../record/read-record.ts';
import type { HostFacts, RunFile, SampleRow } from '../record/record.ts';
import { FILES, RecordWriter } from '../record/record-writer.ts';
import type { Study } from '../study/study.ts';
import type { Factors } from '../wire/factors.ts';
import { EMPTY_CELL } from '../wire/sample.ts';
import type { About } from '../wire/target-contract.ts';
import { ControlServer } from './control-server.ts';
import type { RunEvent } from './events.ts';
import type { RunContext } from './run-context.ts';
import { type Look, runStudy } from './run-study.ts';
import { type AgentScript, actAgent } from './scripted-agent.ts';

const control = new ControlServer('export {}');
/** Answers everything with an empty body: scripted agents never ask it, only the lab does, for the head's size. */
const target = createServer((_request, response) => response.end());
let targetUrl: string;
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-run-'));
let folders = 0;
before(async () => {
  await control.listen();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
after(async () => {
  await control.close();
  target.close();
  target.closeAllConnections();
  rmSync(scratch, { recursive: true });
});

const factors: Factors = {
  dataset: 'book',
  n: 3,
  format: 'json',
  codec: 'JSON.parse',
  encoder: 'JSON.stringify',
  compression: 'none',
  procedure: 'e1',
  computation: 'none',
  network: 'none',
  connection: 'warm',
  protocol: 'http1',
  browser: 'node',
  target: 'node',
};
const study = {
  name: 's',
  parts: [],
  networks: [],
  payloads: [],
  protocol: { warmupMs: 0, timeoutMs: 1_000, looks: [] as number[] },
} as unknown as Study;

/** Sessions of 400 ms with two cells; every post of a scripted agent takes 100 ms. */
function planOf(browsers: readonly string[], looks: readonly number[] = []): Plan {
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
        blocksPerRound: 1,
      },
    ],
    durationMs: 400,
  }));
  return { seed: 1, cells, sessions, looks, exchangesPerVisit: 1 };
}

interface Given {
  readonly plan: Plan;
  /** What the agent of the nth session started does. */
  readonly agent?: (session: number) => AgentScript | 'dies' | 'closes';
  readonly look?: Look;
  readonly earlier?: RunFile['sessions'];
  readonly writer?: RecordWriter;
  readonly onPost?: (context: { drivers: FakeDrivers; interrupt: () => void; session: number }) => unknown;
  readonly largest?: { value: number };
}

let drivers: FakeDrivers;
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});

function freshWriter(): RecordWriter {
  return new RecordWriter(join(scratch, String(folders++)));
}

async function run(given: Given) {
  const clock = new FakeClock();
  const interruption = new AbortController();
  const events: RunEvent[] = [];
  let started = 0;
  const agent = {
    run: async (pageUrl: string, closed: AbortSignal) => {
      const session = started++;
      const script = given.agent?.(session) ?? {};
      if (script === 'dies') throw new Error('out of memory');
      if (script === 'closes') return postTrouble(pageUrl, 'the page was closed');
      const beforePost = async () => {
        clock.advance(100);
        await script.beforePost?.();
        await given.onPost?.({ drivers, interrupt: () => interruption.abort(), session });
      };
      await Promise.race([actAgent(pageUrl, { ...script, beforePost }), aborted(closed)]);
    },
  };
  const about = {
    name: 'node',
    version: '1',
    features: { datasets: ['book'], compressions: { br: [4] } },
  } as unknown as About;
  const start = async () => ({ url: targetUrl, about, close: async () => {} });
  drivers = new FakeDrivers({ node: agent, firefox: agent }, { node: { start } });
  const writer = given.writer ?? freshWriter();
  const context: RunContext = {
    clock,
    drivers,
    control,
    writer,
    dataDir: join(scratch, 'data'),
    interrupted: interruption.signal,
    tell: (event) => events.push(event),
    watchCpu: () => ({
      look: () => {},
      stop: () => ({ cpuStealShare: 0, cpuPressureShare: null, loadOutsideShare: null }),
    }),
  };
  const task = {
    wirefare: '0',
    study,
    plan: given.plan,
    host: {} as HostFacts,
    earlier: given.earlier ?? [],
    startedAt: '2026-01-01T00:00:00.000Z',
    warnings: [],
    linkChoice: 'auto',
    earlierLink: null,
  } as const;
  const undecided: Look = async () => ({ asked: 1, undecided: 1 });
  const finished = runStudy(task, context, given.look ?? undecided);
  return { finished, events, writer };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

async function postTrouble(pageUrl: string, what: string): Promise<void> {
  const { origin, hash } = new URL(pageUrl);
  const token = new URLSearchParams(hash.slice(1)).get('token')!;
  await fetch(`${origin}/agent/${token}/trouble`, {
    method: 'POST',
    body: JSON.stringify({ what, stack: '' }),
  });
}

function rowsIn(writer: RecordWriter): SampleRow[] {
  const lines = readFileSync(join(writer.dir, FILES.samples), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as SampleRow);
}

const statuses = (file: RunFile) => file.sessions.map(({ planned, status }) => `${planned} ${status}`);

test('every planned session is carried out, in order, with fresh processes', async () => {
  const { finished, writer, events } = await run({ plan: planOf(['node', 'firefox', 'firefox', 'node']) });
  const file = await finished;
  assert.equal(file.status, 'complete');
  assert.deepEqual(statuses(file), ['0 complete', '1 complete', '2 complete', '3 complete']);
  assert.deepEqual(
    drivers.agents.map(({ name }) => name),
    ['node', 'firefox', 'firefox', 'node'],
  );
  assert.equal(drivers.targets.length, 4);
  assert.deepEqual([...new Set(rowsIn(writer).map(({ session }) => session))], [0, 1, 2, 3]);
  assert.deepEqual(readRun(writer.dir), file);
  assert.equal(events.at(-1)?.kind, 'run-ended');
  assert.ok(file.sessions.every(({ wallMs, exchangesMs }) => wallMs >= 400 && exchangesMs > 0));
});

test('a cell whose check fails is not timed, and the session says what differed', async () => {
  const difference = '[1].price: 12.5, expected 12.25';
  const check = ({ cell }: { cell: string }) => (cell === 'json node' ? { difference } : {});
  const { finished, writer } = await run({ plan: planOf(['node']), agent: () => ({ check }) });
  const [session] = (await finished).sessions;
  assert.deepEqual(session?.dropped, [{ cell: 'json node', reason: difference }]);
  assert.deepEqual(
    session?.checks.map(({ cell, difference }) => [cell, difference]),
    [
      ['json node', difference],
      ['protobuf node', null],
    ],
  );
  assert.deepEqual([...new Set(rowsIn(writer).map(({ cell }) => cell))].sort(), ['empty', 'protobuf node']);
});

test('a cell whose codec the agent lacks is left out with the reason', async () => {
  const registration = { codecs: ['json/JSON.parse'] };
  const { finished } = await run({ plan: planOf(['node']), agent: () => ({ registration }) });
  const [session] = (await finished).sessions;
  const reason = 'node cannot run the codec protobuf/protobufjs';
  assert.deepEqual(session?.dropped, [{ cell: 'protobuf node', reason }]);
});

test('a cell whose compression or level the target lacks is left out with the reason', async () => {
  const plan = planOf(['node']);
  const compressed = (compression: string) => {
    const cells = plan.cells.map((cell) =>
      cell.id === 'protobuf node' ? { ...cell, factors: { ...cell.factors, compression } } : cell,
    );
    return run({ plan: { ...plan, cells } });
  };
  for (const lacking of ['br-5', 'zstd-3']) {
    const [session] = (await (await compressed(lacking)).finished).sessions;
    const reason = `target node does not have ${lacking}`;
    assert.deepEqual(session?.dropped, [{ cell: 'protobuf node', reason }]);
  }
  assert.deepEqual((await (await compressed('br-4')).finished).sessions[0]?.dropped, []);
});

test('where no cell can be measured the session fails with the reasons', async () => {
  const registration = { codecs: [] };
  const { finished } = await run({ plan: planOf(['node']), agent: () => ({ registration }) });
  const file = await finished;
  assert.equal(file.status, 'failed');
  assert.match(file.reason, /no cell can be measured: node cannot run the codec json\/JSON.parse; node/);
});

test('a target that dies ends its session with its last words; the next session goes on, and the lost one is tried once more', async () => {
  const onPost: Given['onPost'] = async ({ session }) => {
    if (session === 0) await drivers.targets[0]!.exit({ code: 137, lastWords: 'heap out of memory' });
  };
  const { finished } = await run({ plan: planOf(['node', 'node', 'node']), onPost });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete', '2 complete', '0 complete']);
  assert.equal(file.sessions[0]?.reason, 'the target node ended with code 137: heap out of memory');
  assert.deepEqual(
    file.warnings.map(({ kind, session }) => [kind, session]),
    [['session-failed', 0]],
  );
  assert.equal(file.status, 'complete');
});

test('two failed sessions of the same browser, one after the other, end the run', async () => {
  const { finished } = await run({
    plan: planOf(['node', 'firefox', 'firefox', 'node', 'node', 'firefox']),
    agent: (session) => (session === 1 || session === 2 ? 'dies' : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 failed', '2 failed']);
  assert.equal(file.status, 'failed');
  assert.match(file.reason, /^firefox ended with code 1: Error: out of memory/);
});

test('failed sessions of two browsers do not add up, nor do those of an earlier run', async () => {
  const agent: Given['agent'] = (session) => (session < 2 ? 'dies' : {});
  const first = await run({ plan: planOf(['node', 'firefox', 'node', 'firefox']), agent });
  const file = await first.finished;
  assert.deepEqual(statuses(file), [
    '0 failed',
    '1 failed',
    '2 complete',
    '3 complete',
    '0 complete',
    '1 complete',
  ]);
  const earlier = file.sessions.slice(0, 2);
  const again = await run({
    plan: planOf(['node', 'firefox']),
    earlier,
    agent: (nth) => (nth === 0 ? 'dies' : {}),
  });
  assert.deepEqual(statuses(await again.finished), [
    '0 failed',
    '1 failed',
    '0 failed',
    '1 complete',
    '0 complete',
  ]);
});

test('blocks that a hidden page disturbed are told of in one warning a session', async () => {
  const voided = (block: number) => (block === 1 || block === 2 ? 'the page was hidden' : null);
  const { finished } = await run({ plan: planOf(['node']), agent: () => ({ voided }) });
  const file = await finished;
  assert.deepEqual(
    file.sessions[0]?.voidedBlocks.map(({ block }) => block),
    [1, 2],
  );
  assert.deepEqual(
    file.warnings.map(({ kind, what }) => [kind, what]),
    [['hidden-page', 'the page was hidden: 2 blocks of session 1 left out, and repeated once']],
  );
});

test('a page that is closed ends the session at once', async () => {
  const { finished } = await run({
    plan: planOf(['node', 'node']),
    agent: (nth) => (nth === 0 ? 'closes' : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete', '0 complete']);
  assert.match(file.sessions[0]!.reason, /^the agent gave up: the page was closed/);
});

test('Ctrl-C in the middle of a session leaves a valid record of what was measured', async () => {
  const onPost: Given['onPost'] = ({ interrupt, session }) => (session === 1 ? interrupt() : undefined);
  const { finished, writer } = await run({ plan: planOf(['node', 'node', 'node']), onPost });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 interrupted']);
  assert.equal(file.status, 'interrupted');
  assert.deepEqual(readRun(writer.dir), file);
});

test('a resumed run redoes what did not complete, under new numbers, and keeps the samples of the dead', async () => {
  const writer = freshWriter();
  const plan = planOf(['node', 'node', 'node']);
  const onPost: Given['onPost'] = ({ interrupt, session }) => (session === 1 ? interrupt() : undefined);
  await (await run({ plan, writer, onPost })).finished;
  const died = readRun(writer.dir).sessions.map((one) =>
    one.status === 'interrupted' ? { ...one, status: 'running' as const } : one,
  );
  const samplesBefore = rowsIn(writer).length;
  writer.close();
  const resumed = await run({ plan, writer: new RecordWriter(writer.dir), earlier: died });
  const file = await resumed.finished;
  assert.equal(file.status, 'complete');
  assert.deepEqual(statuses(file), ['0 complete', '1 interrupted', '1 complete', '2 complete']);
  assert.deepEqual(
    file.sessions.map(({ session }) => session),
    [0, 1, 2, 3],
  );
  assert.equal(file.sessions[1]?.reason, 'the run died');
  assert.equal(drivers.agents.length, 2);
  const rows = rowsIn(writer);
  assert.ok(rows.length > samplesBefore);
  assert.deepEqual([...new Set(rows.map(({ session }) => session))].sort(), [0, 2, 3]);
  assert.ok(resumed.events.some((event) => event.kind === 'run-started' && event.sessionsDone === 1));
});

test('a journal that cannot be written ends the run as a gap of the environment, and the record stays readable', async () => {
  class FullDisk extends RecordWriter {
    override appendSamples(): void {
      throw new EnvironmentError('the record cannot be written', ['ENOSPC'], 'make room');
    }
  }
  const writer = new FullDisk(join(scratch, 'full'));
  const { finished } = await run({ plan: planOf(['node', 'node']), writer });
  await assert.rejects(finished, EnvironmentError);
  const file = readRun(writer.dir);
  assert.equal(file.status, 'failed');
  assert.deepEqual(statuses(file), ['0 failed']);
});

test('a look at which every asked comparison is decided ends the run', async () => {
  const looks: number[] = [];
  const look: Look = async (file) => {
    looks.push(file.sessions.length);
    return { asked: 3, undecided: looks.length === 1 ? 1 : 0 };
  };
  const { finished, events } = await run({ plan: planOf(Array(6).fill('node'), [2, 4, 6]), look });
  const file = await finished;
  assert.deepEqual(looks, [2, 4]);
  assert.equal(file.status, 'complete');
  assert.equal(file.sessions.length, 4);
  assert.deepEqual(
    events.filter((event) => event.kind === 'looked').map(({ undecided, stops }) => [undecided, stops]),
    [
      [1, false],
      [0, true],
    ],
  );
});

test('with several browsers a look waits for the whole rotation, and for sessions that failed', async () => {
  const looks: string[][] = [];
  const look: Look = async (file) => {
    looks.push(statuses(file));
    return { asked: 1, undecided: 1 };
  };
  const browsers = ['node', 'firefox', 'firefox', 'node', 'node', 'firefox', 'node', 'firefox'];
  await (await run({ plan: planOf(browsers, [2, 4]), look, agent: (nth) => (nth === 1 ? 'dies' : {}) }))
    .finished;
  assert.deepEqual(looks, [
    ['0 complete', '1 failed', '2 complete', '3 complete', '4 complete', '5 complete'],
  ]);
});

test('a study that asks for no comparison has nothing to decide and is run to its end', async () => {
  const look: Look = async () => ({ asked: 0, undecided: 0 });
  const { finished } = await run({ plan: planOf(Array(3).fill('node'), [2, 3]), look });
  assert.equal((await finished).sessions.length, 3);
});
