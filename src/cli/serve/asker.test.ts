import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { UserError } from '../../base/errors.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { SizesDocument } from '../../ui/ask/sizes-view.ts';
import { Jobs } from '../../ui/jobs/jobs.ts';
import type { JobSnapshot } from '../../ui/jobs/snapshot.ts';
import type { Flags } from '../../ui/server/flags.ts';
import { asker } from './asker.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-asker-'));
after(() => rmSync(dir, { recursive: true }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const host = fakeHost(dir, clock);
const noDrivers = () => {
  throw new Error('nothing is to be driven here');
};
const { verbs, facts } = asker(host, join(dir, 'runs'), noDrivers as () => Drivers);

async function sizesOf(name: string, content: string | Uint8Array): Promise<JobSnapshot> {
  writeFileSync(join(dir, name), content);
  const jobs = new Jobs(clock);
  const { id } = jobs.start(verbs.sizes!({ dir, name }, {}));
  return new Promise((resolve) => {
    jobs.follow(() => {
      const snapshot = jobs.snapshot(id);
      if (snapshot.state === 'done' || snapshot.state === 'failed') resolve(snapshot);
    });
  });
}

test('sizes are those of the verb, of the very data', async () => {
  const orders = Array.from({ length: 20 }, (_, i) => ({ id: i, note: `note ${i}` }));
  const { state, result, failure } = await sizesOf('orders.json', JSON.stringify(orders));
  assert.equal(state, 'done', failure?.problem);
  const { payload, sizes } = result as SizesDocument;
  assert.deepEqual([payload.name, payload.records], ['orders', 20]);
  const json = sizes.find((row) => 'bytes' in row && row.format === 'json' && row.compression === 'none');
  assert.ok(json !== undefined && 'bytes' in json);
  assert.equal(json.bytes, Buffer.byteLength(JSON.stringify(orders)));
});

test('sizes of the same data, read in the same way, are asked for once', () => {
  const key = (name: string, flags: object) => verbs.sizes!({ dir, name }, flags as Flags).key;
  assert.equal(key('a.json', { path: 'x', from: 'json' }), key('a.json', { from: 'json', path: 'x' }));
  const others = [key('a.json', {}), key('b.json', {}), key('a.json', { path: 'x' })];
  assert.equal(new Set(others).size, others.length);
});

test('sizes are of use for a moment, and drive no run out', () => {
  assert.equal(verbs.sizes!({ dir, name: 'a.json' }, {}).isPassing, true);
});

test('what cannot be read is told with its place, and nothing breaks', async () => {
  const told = async (name: string, content: string | Uint8Array) => {
    const { state, failure } = await sizesOf(name, content);
    assert.equal(state, 'failed', name);
    assert.ok(failure!.problems !== undefined, `${name}: ${failure!.problem}`);
    return failure!.problem;
  };
  assert.match(await told('empty.json', ''), /^empty\.json/);
  assert.match(await told('one-byte.json', '{'), /^one-byte\.json/);
  assert.match(await told('not-utf8.json', Uint8Array.of(0x22, 0xff, 0xfe, 0x22)), /UTF-8/);
});

test('hostile keys are data like any', async () => {
  const text =
    '[{"__proto__":{"polluted":1},"constructor":1,"</script><img src=x onerror=alert(1)>":2,"":3}]';
  const { state, failure } = await sizesOf('keys.json', text);
  assert.ok(state === 'done' || failure!.problems !== undefined, failure?.problem);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('flags that cannot be are all told before anything waits', () => {
  const start = () =>
    verbs.advise!({ dir, name: 'x.json' }, { network: '5gg', budget: 'long', today: 'jsn' });
  assert.throws(start, (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.deepEqual([...new Set(thrown.problems.map(({ file }) => file))].sort(), [
      '--budget',
      '--network',
      '--today',
    ]);
    return true;
  });
  assert.throws(
    () => verbs.measure!({ dir: null, name: 'https://x.example/' }, { network: 'no' }),
    UserError,
  );
});

test('the page offers what the command line has', () => {
  assert.ok(facts.networks.some(({ name }) => name === '4g'));
  assert.ok(facts.formats.includes('json') && facts.compressions.includes('gzip'));
});
