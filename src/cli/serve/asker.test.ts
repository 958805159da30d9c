import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { UserError } from '../../base/errors.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { SizesDocument } from '../../ui/ask/sizes-view.ts';
import { type JobAsked, Jobs } from '../../ui/jobs/jobs.ts';
import type { JobSnapshot } from '../../ui/jobs/snapshot.ts';
import type { Flags } from '../../ui/server/flags.ts';
import { asker } from './asker.ts';
import { WORKS_HERE } from './data-works.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-asker-'));
after(() => rmSync(dir, { recursive: true }));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const host = fakeHost(dir, clock);
const noDrivers = () => {
  throw new Error('nothing is to be driven here');
};
const { verbs, facts } = asker(host, join(dir, 'runs'), noDrivers as () => Drivers, WORKS_HERE);

async function sizesOf(name: string, content: string | Uint8Array, flags: Flags = {}): Promise<JobSnapshot> {
  writeFileSync(join(dir, name), content);
  return ended(verbs.sizes!({ dir, name }, flags));
}

function ended(asked: JobAsked): Promise<JobSnapshot> {
  const jobs = new Jobs(clock);
  const { id } = jobs.start(asked);
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

test('of a HAR with several paths sizes are of the largest, as advice is, or of the one that is chosen', async () => {
  const answer = (url: string, text: string) => ({
    request: { method: 'GET', url },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text } },
  });
  const entries = [
    answer('https://a.example/api/users', '[{"id":1}]'),
    answer('https://a.example/api/orders', '[{"id":1,"total":12.5}]'),
  ];
  const har = JSON.stringify({ log: { entries } });
  const found = async (flags: Flags) => {
    const { state, result, failure } = await sizesOf('trace.har', har, flags);
    assert.equal(state, 'done', failure?.problem);
    return result as SizesDocument;
  };
  const largest = await found({});
  assert.deepEqual([largest.payload.name, largest.paths], ['orders', ['/api/orders', '/api/users']]);
  assert.match(largest.payload.notes[0]!, /2 paths; this is for \/api\/orders .* which has most bytes/);
  const [, field = ''] = /\. The field (.*) takes another: \/api\/users/.exec(largest.payload.notes[0]!)!;
  const label = readFileSync(new URL('../../ui/ask/body.html', import.meta.url), 'utf8');
  assert.ok(label.includes(`<label for="answers">${field}</label>`), 'as the page calls it');
  const chosen = await found({ answers: '/api/users' });
  assert.deepEqual([chosen.payload.name, chosen.paths], ['users', largest.paths]);
  const advising = asker(host, join(dir, 'runs'), () => ({}) as Drivers, WORKS_HERE).verbs.advise!;
  // What a run says beside its progress is a note of the page too.
  const { notes } = await ended(advising({ dir, name: 'trace.har' }, {}));
  assert.ok(
    notes.some((note) => note.includes(`The field ${field} takes another`)),
    notes.join(),
  );
  assert.ok(!notes.join().includes('--answers'));
  const { failure } = await ended(advising({ dir, name: 'trace.har' }, { answers: '/api/user' }));
  assert.match(failure!.problem, /unknown path of answers "\/api\/user"/);
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

test('what an address needs goes along as the command line has it, and is told to nobody', async () => {
  const server = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === 'Bearer secret-7' && headers['x-two'] === '2';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end('[{"id":1}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const source = { dir: null, name: `http://127.0.0.1:${port}/orders` };
  try {
    const lacking = await ended(verbs.sizes!(source, {}));
    assert.match(
      lacking.failure!.problem,
      /credentials \(401\): “Headers” \('Authorization: …'\) sends them/,
    );
    const given = { header: 'Authorization: Bearer secret-7\n\n  X-Two: 2 \n' };
    const found = await ended(verbs.sizes!(source, given));
    assert.equal(found.state, 'done', found.failure?.problem);
    assert.ok(!JSON.stringify(found).includes('secret-7'));
    const large = await ended(verbs.sizes!(source, { ...given, limit: '5B' }));
    assert.match(large.failure!.problem, /is larger than .* \(“Largest answer” allows more\)/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const beyond = await ended(
    verbs.sizes!({ dir: null, name: 'https://192.0.2.1/orders' }, { insecure: true }),
  );
  assert.match(beyond.failure!.problem, /“Any certificate” is for this machine’s loopback alone/);
  for (const verb of ['advise', 'measure'] as const) {
    const wrong = () =>
      verbs[verb]!(source, { header: 'secret-7', link: 'radio', limit: 'much', timeout: 'long' });
    assert.throws(wrong, (thrown: unknown) => {
      assert.ok(thrown instanceof UserError);
      const flags = thrown.problems.map(({ file }) => file).toSorted();
      assert.deepEqual(flags, ['--header', '--limit', '--link', '--timeout']);
      return !thrown.message.includes('secret-7');
    });
    const more = { limit: '1MB', timeout: '5s' };
    const address = {
      dir: null,
      name: source.name.replace('//', '//me:secret-7@').concat('?token=secret-7'),
    };
    const { title } = verbs[verb]!(address, {
      header: 'X-One: 1',
      insecure: true,
      link: 'modelled',
      ...more,
    });
    assert.ok(title.endsWith(` ${source.name}?token=…`), title);
  }
});

test('the page offers what the command line has', () => {
  assert.ok(facts.networks.some(({ name }) => name === '4g'));
  assert.ok(facts.formats.includes('json') && facts.compressions.includes('gzip'));
});
