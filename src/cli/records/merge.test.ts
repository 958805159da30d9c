import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { type RecordChange, writeRecord } from '../../../test/support/records/written-record.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { raise } from '../../base/warnings/warning.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { machineOfSessions } from '../../record/machines.ts';
import { readRun } from '../../record/read-record.ts';
import type { ClientsFacts, RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-merge-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** A machine of its own, whose sessions began on a day of its own and were by a factor slower. */
const on = (cpu: string, day: number, factor = 1): RecordChange => ({
  run: (run) => ({
    ...run,
    startedAt: dated(run.startedAt, day),
    endedAt: dated(run.endedAt!, day),
    host: { ...run.host, cpu },
    sessions: run.sessions.map((session) => ({ ...session, startedAt: dated(session.startedAt, day) })),
  }),
  row: (row) => ({ ...row, totalMs: row.totalMs * factor }),
});

function dated(date: string, day: number): string {
  return date.replace('2026-01-01', `2026-01-${String(day).padStart(2, '0')}`);
}

writeRecord(join(dir, 'fast'), on('Fast', 1));
writeRecord(join(dir, 'again'), on('Fast', 2));
writeRecord(join(dir, 'slow'), on('Slow', 3, 2));
writeRecord(join(dir, 'slow-again'), on('Slow', 4, 2));

async function cli(...words: string[]) {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(words, host), 0, host.told());
  return host;
}

async function problems(...words: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  const thrown: unknown = await runCli(words, host).then(
    () => assert.fail('it was done'),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
  return thrown.message;
}

const summaryIn = (record: string) =>
  JSON.parse(readFileSync(join(dir, record, 'summary.json'), 'utf8')) as Recorded<Summary>;

test('records of two machines become one, whose sessions are known by their machine', async () => {
  const host = await cli('merge', 'fast', 'again', 'slow', '-o', 'all');
  assert.match(host.told(), /all\/run\.json: 3 records of 2 machines, 12 sessions/);
  const run = readRun(join(dir, 'all'));
  const machineOf = machineOfSessions(run);
  assert.deepEqual(
    run.sessions.map(({ session }) => [session, machineOf(session)]),
    Array.from({ length: 12 }, (_, session) => [session, session < 8 ? 0 : 1]),
  );
  assert.deepEqual(
    run.sessions.map(({ planned }) => run.plan.sessions[planned]!.index),
    run.sessions.map(({ planned }) => planned),
  );
  assert.ok(
    existsSync(join(dir, 'all', 'samples.parquet')) && !existsSync(join(dir, 'all', 'samples.ndjson')),
  );
  const { machines, comparisons, sessions } = summaryIn('all');
  assert.equal(sessions.complete, 12);
  assert.deepEqual(
    machines!.map(({ name, cpu, records, sessions }) => [name, cpu, records, sessions]),
    [
      ['m1', 'Fast', 2, 8],
      ['m2', 'Slow', 1, 4],
    ],
  );
  assert.ok(comparisons.every(({ onMachines }) => onMachines!.length === 2));
  assert.ok(existsSync(join(dir, 'all', 'report.html')));
});

test('a merged record shares its level as usual, and leaves what the only look of a plan has used', async () => {
  const fast = on('Fast', 5);
  const run = (before: RunFile): RunFile => {
    const own = fast.run!(before);
    return { ...own, plan: { ...own.plan, lookedAtOnce: true } };
  };
  writeRecord(join(dir, 'once'), { ...fast, run });
  await cli('merge', 'once', 'slow', '-o', 'of-once');
  assert.equal(readRun(join(dir, 'once')).plan.lookedAtOnce, true);
  const { plan, merged } = readRun(join(dir, 'of-once'));
  assert.equal(plan.lookedAtOnce, undefined);
  assert.equal(merged!.look, 2, 'that look has used more than half of the level, and a first one is half');
});

test('a machine that is twice as slow leaves ratios as they are', async () => {
  const { comparisons } = summaryIn('all');
  await cli('report', 'fast', '--format', 'html');
  const alone = new Map(summaryIn('fast').comparisons.map((each) => [`${each.a} ${each.b}`, each]));
  const both = comparisons.filter(({ asked, a, b }) => asked && alone.has(`${a} ${b}`));
  assert.ok(both.length > 5);
  for (const { a, b, ratio, onMachines } of both) {
    const own = alone.get(`${a} ${b}`)!.ratio;
    for (const each of onMachines!) assert.ok(Math.abs(each.ratio / own - 1) < 1e-9, `${a} ${b}`);
    assert.ok(Math.abs(ratio / own - 1) < 1e-9);
  }
});

test('nodes and phones of merged records answer each by itself, also where two labs call theirs alike', async () => {
  const onNodes = (cpu: string, day: number, agentOn: (session: number) => object): RecordChange => ({
    run: (run) => {
      const dated = on(cpu, day).run!(run);
      const sessions = dated.sessions.map((facts) => ({
        ...facts,
        agent: { ...facts.agent!, ...agentOn(facts.session) },
      }));
      return { ...dated, sessions };
    },
    // What one node takes another one takes half as long again for.
    row: (row) => ({ ...row, totalMs: row.totalMs * (row.session % 2 === 0 ? 1 : 1.5) }),
  });
  const placed = { server: 'http://localhost:4444', serverVersion: '4', capabilities: {}, others: 0 };
  const nodeOf = (session: number) => ({
    node: `node ${session % 2}`,
    nodeUri: `http://n${session % 2}:5555`,
  });
  const onGrid = (session: number) => ({ placed: { ...placed, ...nodeOf(session) } });
  writeRecord(join(dir, 'grid'), onNodes('Fast', 11, onGrid));
  writeRecord(join(dir, 'other-grid'), onNodes('Slow', 12, onGrid));
  writeRecord(
    join(dir, 'phones'),
    onNodes('Slow', 13, (session) => ({
      device: `phone ${session % 2}`,
      userAgent: `Mozilla/5.0 (Phone ${session % 2}) Gecko`,
    })),
  );
  writeRecord(join(dir, 'one-browser'), on('Third', 14));
  const atOneHost = (session: number) => ({
    placed: { ...placed, ...nodeOf(session), nodeUri: `http://n0:555${session % 2}` },
  });
  writeRecord(join(dir, 'one-host'), onNodes('Slow', 15, atOneHost));
  await cli('merge', 'one-browser', 'one-host', '-o', 'two-machines');
  assert.deepEqual(
    summaryIn('two-machines').machines!.map(({ name, sessions }) => [name, sessions]),
    [
      ['m1', 4],
      ['m2', 4],
    ],
  );
  const host = await cli('merge', 'grid', 'other-grid', 'phones', 'one-browser', '-o', 'all-nodes');
  const { machines, comparisons } = summaryIn('all-nodes');
  assert.deepEqual(
    machines!.map(({ name, node, records, sessions }) => [name, node, records, sessions]),
    [
      ['m1.1', 'http://n0:5555 of http://localhost:4444', 1, 2],
      ['m1.2', 'http://n1:5555 of http://localhost:4444', 1, 2],
      ['m2.1', 'http://n0:5555 of http://localhost:4444', 1, 2],
      ['m2.2', 'http://n1:5555 of http://localhost:4444', 1, 2],
      ['m2.3', 'device: Phone 0', 1, 2],
      ['m2.4', 'device: Phone 1', 1, 2],
      ['m3', undefined, 1, 4],
    ],
  );
  assert.ok(comparisons.every(({ onMachines }) => onMachines!.length === 7));
  assert.match(host.printed(), /Ratios are means over 7 machines/);
  assert.match(host.printed(), /http:\/\/n1:5555.*, asked from Slow +m2\.2/);
});

test('every verb that reads records reads the merged one', async () => {
  for (const format of ['md', 'json', 'csv', 'har', 'terminal'])
    assert.ok((await cli('report', 'all', '--format', format)).printed().length > 1000, format);
  assert.match((await cli('report', 'all')).printed(), /2 machines/);
  assert.match((await cli('compare', 'all', 'fast')).printed(), /machine/);
  assert.match(
    await problems('predict', 'all', '--network', '4g'),
    /measured on 2 machines, and a model is of one/,
  );
  assert.match(await problems('map', 'all'), /measured on 2 machines/);
  assert.match(await problems('run', '--resume', 'all'), /put together from 3 records.*fast, again, slow/s);
  // Of one machine a merged record is a ground for predictions like any.
  await cli('merge', 'fast', 'again', '-o', 'one-machine');
  assert.match((await cli('predict', 'one-machine', '--network', '4g')).printed(), /4g/);
});

test('a merged record and its summary are as their schemas say', async () => {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['merge', 'fast', 'slow', '--json', '-o', 'told'], host), 0);
  readOutput('merge', host.printed());
  readOutput('run.json', readFileSync(join(dir, 'told', 'run.json'), 'utf8'));
  readOutput('summary.json', readFileSync(join(dir, 'told', 'summary.json'), 'utf8'));
  assert.ok(!host.printed().includes('\u001b'));
});

test('what was merged may be merged again, with records that came since', async () => {
  await cli('merge', 'fast', 'again', '-o', 'before');
  await cli('merge', 'before', 'slow', '-o', 'grown');
  const [grown, all] = [summaryIn('grown'), summaryIn('all')];
  assert.deepEqual(grown.machines, all.machines);
  assert.deepEqual(
    grown.comparisons.map(({ ratio }) => ratio),
    all.comparisons.map(({ ratio }) => ratio),
  );
});

test('merging on what was merged is one look more: intervals are wider, and the record says so', async () => {
  const [grown, all] = [summaryIn('grown'), summaryIn('all')];
  assert.deepEqual(
    ['all', 'before', 'grown'].map((record) => readRun(join(dir, record)).merged!.look),
    [1, 1, 2],
  );
  const width = ([low, high]: readonly [number, number]) => Math.log(high / low);
  for (const [i, { interval }] of grown.comparisons.entries())
    assert.ok(width(interval) > width(all.comparisons[i]!.interval));
  const told = ({ warnings }: Recorded<Summary>) => warnings.filter(({ kind }) => kind === 'merged-again');
  assert.match(told(grown)[0]!.what, /^before was put together before, .* the level of look 2$/);
  assert.deepEqual(told(all), []);
  await cli('merge', 'grown', 'slow-again', '-o', 'grown-again');
  assert.equal(readRun(join(dir, 'grown-again')).merged!.look, 3);
  assert.deepEqual(
    told(summaryIn('grown-again')).map(({ what }) => what.split(' ')[0]),
    ['grown'],
  );
});

test('a run that was killed after its fourth session was looked at by who reported it', async () => {
  const killed: RecordChange = {
    ...on('Fast', 8),
    run: (run) => {
      const { looks: _, ...rest } = on('Fast', 8).run!(run);
      return rest;
    },
  };
  writeRecord(join(dir, 'killed'), killed);
  await cli('merge', 'killed', 'again', '-o', 'with-killed');
  assert.deepEqual(
    readRun(join(dir, 'with-killed')).merged!.records.map(({ looks }) => looks),
    [1, 1],
  );
});

test('warnings name sessions by the numbers that they have now', async () => {
  const failed = raise('session-failed', 'session 2 failed and is left out: it slept', { session: 1 });
  const cores = (target: number[]) => ({ target, generator: [3], machine: 4 });
  const loaded = (day: number, target: number[]): RecordChange => ({
    run: (run) => {
      const dated = on('Fast', day).run!(run);
      const clients = { clients: '10', cores: cores(target) } as unknown as ClientsFacts;
      return { ...dated, warnings: [failed], sessions: dated.sessions.map((one) => ({ ...one, clients })) };
    },
  });
  writeRecord(join(dir, 'loaded'), loaded(21, [0]));
  writeRecord(join(dir, 'loaded-again'), loaded(22, [0, 1]));
  await cli('merge', 'loaded', 'loaded-again', '-o', 'both-loaded');
  await cli('merge', 'both-loaded', 'fast', '-o', 'loaded-and-fast');
  for (const record of ['both-loaded', 'loaded-and-fast']) {
    const told = readRun(join(dir, record)).warnings.flatMap(({ kind, session, what }) =>
      kind === 'merged-again' ? [] : [[session, what]],
    );
    assert.deepEqual(told, [
      [1, 'session 2 failed and is left out: it slept'],
      [5, 'session 6 failed and is left out: it slept'],
      [
        null,
        'other clients and their targets had 1 and 1 of 4 cores in 4 sessions and 1 and 2 of 4 cores in 4 sessions',
      ],
    ]);
  }
});

test('everything that keeps records apart is told at once, each with what differs', async () => {
  const changed = (change: (run: RunFile) => RunFile): RecordChange => ({
    run: (run) => change(on('Fast', 5).run!(run)),
  });
  writeRecord(
    join(dir, 'other-study'),
    changed((run) => ({ ...run, study: { ...run.study, name: 'other' } })),
  );
  writeRecord(
    join(dir, 'other-ways'),
    changed((run) => ({
      ...run,
      wirefare: '0.0.9',
      study: {
        ...run.study,
        protocol: { ...run.study.protocol, margin: 0.3 },
        keep: { p95Ms: 200 },
        parts: run.study.parts.map((part) => ({ ...part, cells: part.cells.slice(1) })),
        payloads: [{ name: 'orders', digest: 'd' } as RunFile['study']['payloads'][number]],
      },
    })),
  );
  writeRecord(join(dir, 'copy'), on('Fast', 1));
  writeRecord(join(dir, 'broken'), on('Fast', 6));
  writeFileSync(join(dir, 'broken', 'run.json'), '{');
  writeRecord(join(dir, 'written'), on('Fast', 7));
  const start = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')[19];
  writeFileSync(join(dir, 'written', 'writing.lock'), `${process.pid} ${start}`);
  const said = await problems(
    ...['merge', 'fast', 'other-study', 'other-ways', 'copy', 'broken', 'written', 'nowhere', '-o', 'fast'],
  );
  for (const what of [
    /--out: .*fast holds a record already/,
    /other-study\/run\.json: has another study than fast: other, there quick/,
    /other-ways\/run\.json: has another version of Wirefare than fast: 0\.0\.9, there 0\.1\.0/,
    /other-ways.*: has another protocol \(margin\) than fast: 0\.3, there 0\.02/,
    /other-ways.*: has another payload than fast/,
    /other-ways.*: has another limit to keep than fast: p95=200ms, there none/,
    /other-ways.*: lacks \d+ cells? of fast/,
    /copy\/run\.json: is the same record as fast/,
    /broken.*is not JSON/,
    /written: is being written by another wirefare, process \d+/,
    /nowhere: no such folder/,
  ])
    assert.match(said, what);
  assert.match(await problems('merge', 'fast'), /fast: is one record/);
  assert.match(await problems('merge', 'all', 'slow'), /has 4 sessions that are in all too/);
});
