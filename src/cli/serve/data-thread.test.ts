import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { Drivers } from '../../drive/driver.ts';
import { Jobs } from '../../ui/jobs/jobs.ts';
import { isOpen } from '../../ui/jobs/snapshot.ts';
import { asker } from './asker.ts';
import { inThreadOfTheirOwn } from './data-thread.ts';
import { IN_THIS_THREAD } from './data-works.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-data-thread-'));
after(() => rmSync(dir, { recursive: true }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const orders = Array.from({ length: 20 }, (_, id) => ({ id, note: `note ${id}` }));
writeFileSync(join(dir, 'orders.json'), JSON.stringify(orders));
writeFileSync(join(dir, 'wrong.json'), '[{"a":1},');

let programs = 0;

/** Works on a thread that runs this. */
function onThread(program: string) {
  const file = join(dir, `${programs++}.mjs`);
  writeFileSync(file, program);
  return inThreadOfTheirOwn(file);
}

test('a thread finds the sizes that this one finds, and keeps data of advice as they are kept here', async () => {
  const [there, here] = [fakeHost(dir, clock), fakeHost(dir, clock)];
  const works = inThreadOfTheirOwn();
  assert.deepEqual(
    await works.sizes(['orders.json'], { from: 'json' }, there),
    await IN_THIS_THREAD.sizes(['orders.json'], { from: 'json' }, here),
  );
  const flags = { budget: '30s' };
  const prepared = await works.advise(['orders.json'], flags, there);
  const expected = await IN_THIS_THREAD.advise(['orders.json'], flags, here);
  const { screened, ...rest } = prepared;
  const { screened: alsoScreened, ...alsoRest } = structuredClone(expected);
  assert.deepEqual(rest, alsoRest);
  assert.deepEqual(
    screened.map(({ kind, format, encoder }) => [kind, format, encoder]),
    alsoScreened.map(({ kind, format, encoder }) => [kind, format, encoder]),
  );
  assert.match(there.told(), /bytes as JSON/, 'what it says on the way comes too');
  assert.equal(there.told(), here.told());
});

test('what cannot be read comes back as the mistake that it is', async () => {
  const host = fakeHost(dir, clock);
  const wrong = inThreadOfTheirOwn().sizes(['wrong.json'], {}, host);
  await assert.rejects(wrong, (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.equal(thrown.problems[0]!.file, 'wrong.json');
    return true;
  });
});

test('a thread that does not come to an end holds nobody up, and ends where it is stopped', async () => {
  const host = fakeHost(dir, clock);
  const endless = onThread('for (;;);').sizes(['orders.json'], {}, host);
  setImmediate(() => host.interrupt());
  await assert.rejects(endless, { name: 'AbortError' });
  await assert.rejects(onThread('').sizes(['orders.json'], {}, host), { name: 'AbortError' });
});

test('a thread without memory ends alone, which is told with what mends it; what else breaks it is a bug', async () => {
  const host = fakeHost(dir, clock);
  const full = "throw Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });";
  await assert.rejects(onThread(full).sizes(['orders.json'], {}, host), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.remedy, /a part of them/);
    return true;
  });
  await assert.rejects(onThread("throw new Error('broken');").sizes(['orders.json'], {}, host), /broken/);
  await assert.rejects(onThread('process.exit(3);').sizes(['orders.json'], {}, host), /ended with 3/);
});

test('the page has large data read on such a thread, and small ones at once', async () => {
  writeFileSync(join(dir, 'large.json'), JSON.stringify([{ id: 1, note: 'n'.repeat(1_000_000) }]));
  let threads = 0;
  const count = () => void threads++;
  process.on('worker', count);
  try {
    const noDrivers = () => ({}) as Drivers;
    const { verbs } = asker(fakeHost(dir, clock), join(dir, 'runs'), noDrivers);
    const jobs = new Jobs(clock);
    for (const [name, expected] of [
      ['orders.json', 0],
      ['large.json', 1],
    ] as const) {
      const { id } = jobs.start(verbs.sizes!({ dir, name }, {}));
      await new Promise<void>((resolve) => jobs.follow(() => void (isOpen(jobs.snapshot(id)) || resolve())));
      assert.equal(jobs.snapshot(id).state, 'done', jobs.snapshot(id).failure?.problem);
      assert.equal(threads, expected, name);
    }
  } finally {
    process.off('worker', count);
  }
});
