import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { AgentScript } from '../../test/support/agents/scripted-agent.ts';
import { type Given, planOf, rowsIn, ScriptedLab, statuses } from '../../test/support/agents/scripted-lab.ts';
import { EnvironmentError } from '../base/errors.ts';
import { parseCompression } from '../factors/compression.ts';
import { readRun } from '../record/read-record.ts';
import { RecordWriter } from '../record/record-writer.ts';
import { finishedRotations } from '../record/rotations.ts';

const lab = new ScriptedLab();
before(() => lab.open());
after(() => lab.close());
afterEach(() => assert.deepEqual(lab.leftOpen(), []));

test('every planned session is carried out, in order, with fresh processes', async () => {
  const { finished, writer, events } = await lab.run({
    plan: planOf(['node', 'firefox', 'firefox', 'node']),
  });
  const file = await finished;
  assert.equal(file.status, 'complete');
  assert.deepEqual(statuses(file), ['0 complete', '1 complete', '2 complete', '3 complete']);
  assert.deepEqual(
    lab.drivers.agents.map(({ name }) => name),
    ['node', 'firefox', 'firefox', 'node'],
  );
  assert.equal(lab.drivers.targets.length, 4);
  assert.deepEqual([...new Set(rowsIn(writer).map(({ session }) => session))], [0, 1, 2, 3]);
  assert.deepEqual(readRun(writer.dir), file);
  assert.equal(events.at(-1)?.kind, 'run-ended');
  assert.ok(file.sessions.every(({ wallMs, exchangesMs }) => wallMs >= 400 && exchangesMs > 0));
});

test('a session begins when the lab does nothing else that takes a core', async () => {
  const order: string[] = [];
  const { finished } = await lab.run({
    plan: planOf(['node']),
    async untilQuiet() {
      order.push('a report is made');
      await new Promise((resolve) => setImmediate(resolve));
      order.push('it is made');
    },
    tell: ({ kind }) => void (kind === 'agent-registered' && order.push('a session begins')),
  });
  await finished;
  assert.deepEqual(order, ['a report is made', 'it is made', 'a session begins']);
});

test('a cell whose check fails is not timed, and the session says what differed', async () => {
  const difference = '[1].price: 12.5, expected 12.25';
  const check = ({ cell }: { cell: string }) => (cell === 'json node' ? { difference } : {});
  const { finished, writer } = await lab.run({ plan: planOf(['node']), agent: () => ({ check }) });
  const [session] = (await finished).sessions;
  assert.deepEqual(session?.dropped, [{ cell: 'json node', reason: difference }]);
  assert.deepEqual(
    session?.checks.map(({ cell, difference }) => [cell, difference]),
    [
      ['json node', difference],
      ['protobuf node', null],
    ],
  );
  // Its first use came before the check.
  const timed = rowsIn(writer).filter(({ firstUse }) => firstUse !== true);
  assert.deepEqual([...new Set(timed.map(({ cell }) => cell))].sort(), ['empty', 'protobuf node']);
});

test('before the checks each code is exchanged once, and the rows say so', async () => {
  const { finished, writer } = await lab.run({ plan: planOf(['node']) });
  await finished;
  const rows = rowsIn(writer);
  assert.deepEqual(
    rows
      .slice(0, 2)
      .map(({ cell }) => cell)
      .sort(),
    ['json node', 'protobuf node'],
  );
  assert.ok(rows.slice(0, 2).every(({ firstUse, warmup }) => firstUse === true && warmup));
  assert.ok(rows.slice(2).every(({ firstUse }) => firstUse === undefined));
});

test('a cell whose codec the agent lacks is left out with the reason', async () => {
  const registration = { codecs: ['json/JSON.parse'] };
  const { finished } = await lab.run({ plan: planOf(['node']), agent: () => ({ registration }) });
  const [session] = (await finished).sessions;
  const reason = 'node cannot run the codec protobuf/protobufjs';
  assert.deepEqual(session?.dropped, [{ cell: 'protobuf node', reason }]);
});

test('a cell whose compression or level the target lacks is left out with the reason', async () => {
  const plan = planOf(['node']);
  const compressed = (compression: string) => {
    const cells = plan.cells.map((cell) =>
      cell.id === 'protobuf node'
        ? { ...cell, factors: { ...cell.factors, compression: parseCompression(compression)! } }
        : cell,
    );
    return lab.run({ plan: { ...plan, cells } });
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
  const { finished } = await lab.run({ plan: planOf(['node']), agent: () => ({ registration }) });
  const file = await finished;
  assert.equal(file.status, 'failed');
  assert.match(file.reason, /no cell can be measured: node cannot run the codec json\/JSON.parse; node/);
});

test('a target that dies ends its session with its last words; the next session goes on, and the lost one is tried once more', async () => {
  const onPost: Given['onPost'] = async ({ session }) => {
    if (session === 0) await lab.drivers.targets[0]!.exit({ code: 137, lastWords: 'heap out of memory' });
  };
  const { finished } = await lab.run({ plan: planOf(['node', 'node', 'node']), onPost });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete', '2 complete', '0 complete']);
  assert.equal(file.sessions[0]?.reason, 'the target node ended with code 137: heap out of memory');
  assert.deepEqual(
    file.warnings.map(({ kind, session }) => [kind, session]),
    [['session-failed', 0]],
  );
  assert.equal(file.status, 'complete');
});

test('a timed answer that is wrong voids its session, which says so; another try might miss it', async () => {
  const compare = ({ sequence }: { sequence: number }) =>
    sequence < 5 ? null : '[1].price: 12.5, expected 12.25';
  const { finished } = await lab.run({
    plan: planOf(['node', 'node']),
    agent: (nth) => (nth === 0 ? { compare } : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete'], 'another try might miss it');
  const reason =
    /^a timed answer was wrong, although the cell’s check was right: (json|protobuf) node, exchange \d+ in block \d+: \[1\]\.price: 12\.5, expected 12\.25$/;
  assert.match(file.sessions[0]!.reason, reason);
  assert.match(file.warnings[0]!.what, /^session 1 failed and is left out: a timed answer was wrong/);
  const counts = Object.values(file.sessions[1]!.compared!);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    file.sessions[1]!.blocks,
  );
});

test('a target that changes its ways while it is measured voids the session, which says so', async () => {
  const what = 'unchanged: book n=900 json: wait of a request made again 0.2 ms: something was kept';
  const changed = (session: number) => (session === 0 ? [what] : []);
  const { finished } = await lab.run({ plan: planOf(['node', 'node']), changed });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete'], 'another try might miss it');
  const reason = `the target does not do any more what it did when it was verified: ${what}`;
  assert.equal(file.sessions[0]!.reason, reason);
  assert.deepEqual(
    file.warnings.map(({ kind, what: said }) => [kind, said]),
    [['session-failed', `session 1 failed and is left out: ${reason}`]],
  );
});

test('an agent that leaves out a comparison that was asked for ends its session', async () => {
  const { finished } = await lab.run({ plan: planOf(['node']), agent: () => ({ compare: 'leaves out' }) });
  assert.match(
    (await finished).sessions[0]!.reason,
    /^the agent posted 0 comparisons of block \d+, in which 1 were drawn and completed$/,
  );
});

test('two failed sessions of the same browser, one after the other, end it, and the others go on', async () => {
  const { finished } = await lab.run({
    plan: planOf(['node', 'firefox', 'firefox', 'node', 'node', 'firefox']),
    agent: (session) => (session === 1 || session === 2 ? 'dies' : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 failed', '2 failed', '3 complete', '4 complete']);
  assert.equal(file.status, 'complete');
  assert.match(
    file.warnings.find(({ kind }) => kind === 'given-up')!.what,
    /^firefox with target node failed twice in a row and was given up: firefox ended with code 1: Error: out/,
  );
  assert.equal(finishedRotations(file), 3);
});

test('a run whose every kind of session fails twice ends', async () => {
  const { finished } = await lab.run({
    plan: planOf(['node', 'firefox', 'firefox', 'node', 'node', 'firefox']),
    agent: (session) => (session > 0 ? 'dies' : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 failed', '2 failed', '3 failed', '4 failed']);
  assert.equal(file.status, 'failed');
  assert.match(file.reason, /^node ended with code 1: Error: out of memory/);
});

test('a target that hangs until the time is up is not tried again where the run has to end in it', async () => {
  const samples: NonNullable<AgentScript['samples']> = (_, all) =>
    all.map((sample) => ({ ...sample, outcome: 'timed-out', reason: 'late' }));
  const hung = { plan: planOf(['node']), sessions: 1, endMs: 250, agent: () => ({ samples }) };
  const inTime = await (await lab.run({ ...hung, lateMs: 25 })).finished;
  assert.deepEqual(statuses(inTime), ['0 failed']);
  assert.equal(inTime.status, 'failed');
  assert.match(inTime.reason, /^the target node did not answer: \d exchanges in a row got no answer/);
  assert.deepEqual(inTime.sessions[0]!.fault, { target: 'node', how: 'unanswered' });
  const { sessions } = await (await lab.run({ ...hung, endMs: 10_000, lateMs: 25 })).finished;
  assert.equal(sessions.length, 2, 'before that it has its second try');
});

test('failed sessions of two browsers do not add up, nor do those of an earlier run', async () => {
  const agent: Given['agent'] = (session) => (session < 2 ? 'dies' : {});
  const first = await lab.run({ plan: planOf(['node', 'firefox', 'node', 'firefox']), agent });
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
  const again = await lab.run({
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
  const { finished } = await lab.run({ plan: planOf(['node']), agent: () => ({ voided }) });
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
  const { finished } = await lab.run({
    plan: planOf(['node', 'node']),
    agent: (nth) => (nth === 0 ? 'closes' : {}),
  });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 failed', '1 complete', '0 complete']);
  assert.match(file.sessions[0]!.reason, /^the agent gave up: the page was closed/);
});

test('Ctrl-C in the middle of a session leaves a valid record of what was measured', async () => {
  const onPost: Given['onPost'] = ({ interrupt, session }) => (session === 1 ? interrupt() : undefined);
  const { finished, writer } = await lab.run({ plan: planOf(['node', 'node', 'node']), onPost });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 interrupted']);
  assert.equal(file.status, 'interrupted');
  assert.deepEqual(readRun(writer.dir), file);
});

test('a resumed run redoes what did not complete, under new numbers, and keeps the samples of the dead', async () => {
  const writer = lab.freshWriter();
  const plan = planOf(['node', 'node', 'node']);
  const onPost: Given['onPost'] = ({ interrupt, session }) => (session === 1 ? interrupt() : undefined);
  await (await lab.run({ plan, writer, onPost })).finished;
  const died = readRun(writer.dir).sessions.map((one) =>
    one.status === 'interrupted' ? { ...one, status: 'running' as const } : one,
  );
  const samplesBefore = rowsIn(writer).length;
  writer.close();
  const resumed = await lab.run({ plan, writer: new RecordWriter(writer.dir), earlier: died });
  const file = await resumed.finished;
  assert.equal(file.status, 'complete');
  assert.deepEqual(statuses(file), ['0 complete', '1 interrupted', '1 complete', '2 complete']);
  assert.deepEqual(
    file.sessions.map(({ session }) => session),
    [0, 1, 2, 3],
  );
  assert.equal(file.sessions[1]?.reason, 'the run died');
  assert.equal(lab.drivers.agents.length, 2);
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
  const writer = new FullDisk(lab.freshFolder());
  const { finished } = await lab.run({ plan: planOf(['node', 'node']), writer });
  await assert.rejects(finished, EnvironmentError);
  const file = readRun(writer.dir);
  assert.equal(file.status, 'failed');
  assert.deepEqual(statuses(file), ['0 failed']);
});

for (const [seconds, openMs] of [
  [30, 1_500],
  [60, 400],
  [60, 3_500],
  [600, 5_000],
] as const) {
  test(`a run of ${seconds} s whose sessions take ${openMs} ms to open ends in its time`, async () => {
    const endMs = seconds * 1_000;
    const { finished } = await lab.run({ plan: planOf(Array(30).fill('node')), endMs, openMs });
    const file = await finished;
    const wallMs = Date.parse(file.endedAt!) - Date.UTC(2026, 0, 1);
    assert.equal(file.status, 'complete', file.reason);
    assert.ok(
      wallMs > 0.9 * endMs && wallMs <= 1.1 * endMs,
      `${wallMs} ms in ${file.sessions.length} sessions`,
    );
  });
}

test('what only the first session of advice does takes no time from those after it', async () => {
  const [endMs, probeMs] = [16_000, 4_000];
  const given = { plan: planOf(Array(4).fill('node')), endMs, probeMs, openMs: 400 };
  const { finished } = await lab.run({ ...given, advises: true });
  const file = await finished;
  assert.deepEqual(statuses(file), ['0 complete', '1 complete', '2 complete', '3 complete']);
  const [, second, third] = file.plan.sessions;
  // Two cells are probed. Of the 7 s that are left each of three gets its part, and keeps some of it back.
  for (const { durationMs } of [second!, third!]) assert.ok(durationMs > 500, `${durationMs}`);
  const wallMs = Date.parse(file.endedAt!) - Date.UTC(2026, 0, 1);
  assert.ok(wallMs > 0.9 * endMs && wallMs <= 1.1 * endMs, `${wallMs}`);
});

test('a session is cut between posts where the time is up, and does not count; the record says so', async () => {
  const plan = planOf(Array(4).fill('node'));
  const openMs = (session: number) => (session === 1 ? 9_900 : 400);
  const { finished } = await lab.run({ plan, endMs: 10_000, openMs });
  const file = await finished;
  assert.equal(file.status, 'complete');
  assert.deepEqual(statuses(file), ['0 complete', '1 interrupted']);
  assert.equal(file.sessions[1]!.cut, true);
  assert.match(file.sessions[1]!.reason, /the time was up/);
});
