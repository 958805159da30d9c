import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { madePayload } from '../../../test/support/documents/made-payload.ts';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { type InProcess, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { waysFrom } from '../../advise/ways.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { storePayload } from '../../data/store/payload-store.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import { pageTimes } from './page-times.ts';
import { screenSizes, screenTimes } from './screening.ts';

// The real target and the real Node agent's program in this process, under the name of a browser.

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(join(tmpdir(), 'wirefare-page-times-'));
let drivers: FakeDrivers;
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});
after(() => rmSync(dir, { recursive: true }));

const payload = madePayload(
  Array.from({ length: 20 }, (_, i) => ({ id: i, name: `order ${i}`, lines: [{ sku: 'a', qty: i }] })),
);
const screening = (async () => {
  const host = fakeHost(dir, clock);
  const sizes = await screenSizes(payload, 1_000, 1, null, host);
  return screenTimes(payload, sizes, 2_000, host);
})();

async function found(browser: string, given: InProcess = {}) {
  const host = fakeHost(dir, clock);
  drivers = inProcessDrivers(given, clock);
  const { digest, jsonBytes } = storePayload(dataDirectory(host), payload);
  const { name, source, shape, schema, notes } = payload;
  const ref = { name, source, shape, schema, notes, digest, jsonBytes, count: 20 };
  const screened = await screening;
  const asked = { screened, payload: ref, n: 20, browser, budgetMs: 60_000 };
  return { screened, host, page: await pageTimes(asked, host, drivers) };
}

test('ways have the decode times of the browser, and what it could not time is told', async () => {
  const { screened, page, host } = await found('chromium');
  const ways = waysFrom(screened, page);
  const formats = new Set(ways.map(({ format }) => format));
  assert.ok(formats.has('json') && formats.has('protobuf') && formats.has('avro'), [...formats].join());
  for (const { format, codec, decodedIn, decodeMs } of ways) {
    assert.equal(decodedIn, 'chromium', `${format}/${codec}`);
    assert.ok(decodeMs > 0 && decodeMs < 100, `${format}/${codec}: ${decodeMs}`);
  }
  // In the order of Node's times, which are a machine's own.
  const [, untimed] = /not timed in chromium.*: (.*) \(chromium cannot run it\)/.exec(host.told())!;
  assert.deepEqual(untimed!.split(', ').toSorted(), ['xml-attributes/domparser', 'xml/domparser']);
  assert.ok(!ways.some(({ codec }) => codec === 'domparser'));
});

test('a client in Node has been timed by screening: no session is opened for it', async () => {
  const { screened, page } = await found('node');
  assert.equal(page, null);
  assert.equal(drivers.agents.length, 0);
  assert.deepEqual([...new Set(waysFrom(screened, page).map(({ decodedIn }) => decodedIn))], ['node']);
});

test('a browser that is not there is told before its session begins', async () => {
  const missing = new EnvironmentError('no chromium', [], 'install it');
  await assert.rejects(found('chromium', { missing }), missing);
  assert.equal(drivers.targets.length, 0);
});
