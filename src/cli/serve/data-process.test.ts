import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { Host, Step } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { createGuardian, type Guardian } from '../../drive/processes/guardian.ts';
import { livingMembers, readProcesses } from '../../drive/processes/proc-stat.ts';
import { Jobs } from '../../ui/jobs/jobs.ts';
import { isOpen } from '../../ui/jobs/snapshot.ts';
import { asker } from './asker.ts';
import { inProcessOfTheirOwn, whereNobodyIsHeldUp } from './data-process.ts';
import { type DataWorks, WORKS_HERE } from './data-works.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-data-process-'));
after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const orders = Array.from({ length: 20 }, (_, id) => ({ id, note: `note ${id}` }));
writeFileSync(join(dir, 'orders.json'), JSON.stringify(orders));
writeFileSync(join(dir, 'wrong.json'), '[{"a":1},');

/** Process groups that were begun. */
const begun: number[] = [];
const real = createGuardian(dir);
const guardian: Guardian = {
  ...real,
  watch: (group) => {
    begun.push(group);
    real.watch(group);
  },
};

function lab(): FakeHost {
  return fakeHost(dir, clock, process.execPath);
}

let programs = 0;

/** What a program does with its order, as text. */
function written(act: string): string {
  const file = join(dir, `${programs++}.mjs`);
  writeFileSync(file, `process.on('message', () => {\n${act}\n});\n`);
  return file;
}

/** Sizes by a process that does this with its order. */
function sizesBy(act: string, host: Host = lab()): Promise<unknown> {
  return inProcessOfTheirOwn(guardian, written(act)).sizes(['orders.json'], {}, host);
}

function nobodyIsLeft(): boolean {
  const processes = readProcesses();
  return begun.every((leader) => livingMembers(leader, processes).length === 0);
}

test('a process finds the sizes that this one finds, and keeps data of advice as they are kept here', async () => {
  const [there, here] = [lab(), lab()];
  const works = inProcessOfTheirOwn(guardian);
  assert.deepEqual(
    await works.sizes(['orders.json'], { from: 'json' }, there),
    await WORKS_HERE.sizes(['orders.json'], { from: 'json' }, here),
  );
  const flags = { budget: '30s' };
  const [stepsThere, stepsHere]: [Step[], Step[]] = [[], []];
  const following = (host: Host, steps: Step[]) => ({ ...host, onStep: (step: Step) => steps.push(step) });
  const prepared = await works.advise(['orders.json'], flags, following(there, stepsThere));
  const expected = await WORKS_HERE.advise(['orders.json'], flags, following(here, stepsHere));
  const stepsOf = (steps: readonly Step[]) => [...new Set(steps.map(({ doing }) => doing))];
  assert.deepEqual(stepsOf(stepsThere), [
    'reading the data',
    'writing the data in every format',
    'compressing them at every level',
    'timing every format on this machine',
  ]);
  assert.deepEqual(stepsOf(stepsHere), stepsOf(stepsThere));
  assert.ok(stepsThere.every(({ count }) => count === undefined || count.done < count.of));
  const { screened, ...rest } = prepared;
  const { screened: alsoScreened, ...alsoRest } = structuredClone(expected);
  assert.deepEqual(rest, alsoRest);
  assert.deepEqual(
    screened.map(({ kind, format, encoder }) => [kind, format, encoder]),
    alsoScreened.map(({ kind, format, encoder }) => [kind, format, encoder]),
  );
  assert.match(there.told(), /bytes as JSON/, 'what it says on the way comes too');
  assert.equal(there.told(), here.told());
  assert.equal(begun.length, 2);
  assert.ok(nobodyIsLeft(), 'each is gone with its work');
});

test('what cannot be read comes back as the mistake that it is', async () => {
  const wrong = inProcessOfTheirOwn(guardian).sizes(['wrong.json'], {}, lab());
  await assert.rejects(wrong, (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.equal(thrown.problems[0]!.file, 'wrong.json');
    return true;
  });
});

/** Says so, and does not come to an end. */
const ENDLESS = "process.send({ kind: 'told', text: 'begun' }, () => { for (;;); });";

test('a process that does not come to an end holds nobody up, and is gone where it is stopped', async () => {
  const host = lab();
  const stopping: Host = { ...host, err: () => host.interrupt() };
  await assert.rejects(sizesBy(ENDLESS, stopping), { name: 'AbortError' });
  assert.ok(nobodyIsLeft());
  const before = begun.length;
  await assert.rejects(sizesBy(ENDLESS, stopping), { name: 'AbortError' });
  assert.equal(begun.length, before, 'a lab that ends begins none');
});

test('a process without memory ends alone, which is told with what mends it', async () => {
  const host = lab();
  const small: Host = { ...host, env: { ...host.env, NODE_OPTIONS: '--max-old-space-size=20' } };
  const full = 'const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length + 0.5));';
  await assert.rejects(sizesBy(full, small), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.message, /more memory than the process/);
    assert.match(thrown.tried.join(), /heap out of memory/);
    assert.match(thrown.remedy, /a part of them/);
    return true;
  });
});

test('a process that is killed, or crashes, is told of by its signal', async () => {
  for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT'])
    await assert.rejects(sizesBy(`process.kill(process.pid, '${signal}');`), (thrown: unknown) => {
      assert.ok(thrown instanceof EnvironmentError, String(thrown));
      assert.match(thrown.message, new RegExp(`was ended by ${signal}, and the lab goes on`));
      assert.match(thrown.remedy, /a part of them/);
      return true;
    });
  assert.ok(nobodyIsLeft());
});

test('what else ends it is a bug', async () => {
  await assert.rejects(sizesBy("throw new Error('broken');"), /exited with code 1: .*broken/s);
  await assert.rejects(sizesBy('process.exit(3);'), /exited with code 3/);
  const thrown = "process.send({ kind: 'failed', failure: { kind: 'bug', message: 'odd', stack: 'at' } });";
  await assert.rejects(sizesBy(thrown), { message: 'odd', stack: 'at' });
});

test('a lab that is killed leaves no such process', async () => {
  const told = [
    'data-process.ts',
    '../../drive/processes/guardian.ts',
    '../../../test/support/host/fake-host.ts',
  ];
  const [own, guards, hosts] = told.map((file) => JSON.stringify(new URL(file, import.meta.url).href));
  const program = `import { inProcessOfTheirOwn } from ${own};
import { createGuardian } from ${guards};
import { fakeHost } from ${hosts};
const real = createGuardian(${JSON.stringify(dir)});
let pid = 0;
const guardian = { ...real, watch: (group) => { pid = group; real.watch(group); } };
const host = { ...fakeHost(${JSON.stringify(dir)}, {}, process.execPath), err: () => console.log(pid) };
await inProcessOfTheirOwn(guardian, ${JSON.stringify(written(ENDLESS))}).sizes([], {}, host);`;
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const ended = once(killed, 'exit');
  begun.push(Number(String((await once(killed.stdout, 'data'))[0])));
  assert.ok(!nobodyIsLeft());
  killed.kill('SIGKILL');
  await ended;
  for (let waitedMs = 0; waitedMs < 10_000 && !nobodyIsLeft(); waitedMs += 20) await delay(20);
  assert.ok(nobodyIsLeft());
});

test('the page has large data read by such a process, and so addresses, but small data at once', async () => {
  writeFileSync(join(dir, 'large.json'), JSON.stringify([{ id: 1, note: 'n'.repeat(1_000_000) }]));
  const apart: string[] = [];
  const works: DataWorks = {
    ...WORKS_HERE,
    sizes: async ([source]) => {
      apart.push(source!);
      return null;
    },
  };
  const noDrivers = () => ({}) as Drivers;
  const { verbs } = asker(lab(), join(dir, 'runs'), noDrivers, whereNobodyIsHeldUp(works));
  const jobs = new Jobs(clock);
  for (const source of [
    { dir, name: 'orders.json' },
    { dir, name: 'large.json' },
    { dir: null, name: 'https://example.org/orders' },
  ]) {
    const { id } = jobs.start(verbs.sizes!(source, {}));
    await new Promise<void>((resolve) => jobs.follow(() => void (isOpen(jobs.snapshot(id)) || resolve())));
    assert.equal(jobs.snapshot(id).state, 'done', jobs.snapshot(id).failure?.problem);
  }
  assert.deepEqual(apart, ['large.json', 'https://example.org/orders']);
});
