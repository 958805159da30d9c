import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { waysFrom } from '../../src/advise/ways.ts';
import type { Host } from '../../src/base/host.ts';
import { pageTimes } from '../../src/cli/advise/page-times.ts';
import { screenSizes, screenTimes } from '../../src/cli/advise/screening.ts';
import { fakeHost } from '../../src/cli/fake-host.ts';
import { dataDirOf, driversOf } from '../../src/cli/run-context.ts';
import { storePayload } from '../../src/data/payload-store.ts';
import { FORMATS } from '../../src/formats/catalogue.ts';
import { readPayload } from '../../src/payload/read-payload.ts';
import { SETTINGS } from './browser-bench.ts';

// Decoders timed in Chromium, as advice needs them: all that carry a nested list, with a DOM and without.

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-real-'));
after(() => rmSync(dir, { recursive: true }));

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const orders = Array.from({ length: 300 }, (_, i) => ({
  id: i,
  customer: { name: `Customer ${i % 40}`, email: i % 3 === 0 ? null : `c${i}@example.org` },
  lines: Array.from({ length: 1 + (i % 4) }, (_, k) => ({
    sku: `S-${i * k}`,
    price: i * 0.25,
    tags: ['a', 'b'],
  })),
}));
const BUDGET_MS = 120_000;
/** Some 60 kB of JSON: the slowest decoder takes milliseconds, on a busy machine ten times as long. */
const LONGEST_MS = 500;

test('every decoder that carries a nested list has a time in Chromium', { timeout: 120_000 }, async () => {
  const faked = fakeHost(dir, clock, SETTINGS.nodePath, JSON.stringify(orders));
  const env = { ...process.env, ...faked.env };
  const host: Host & Pick<typeof faked, 'told'> = { ...faked, env, isRoot: SETTINGS.isRoot };
  const payload = await readPayload(['-'], {}, host);
  const { digest, jsonBytes } = storePayload(dataDirOf(host), payload);
  const { name, source, shape, schema, notes } = payload;
  const ref = { name, source, shape, schema, notes, digest, jsonBytes, count: orders.length };
  const sizes = await screenSizes(payload, jsonBytes, 1, [], host);
  const screened = await screenTimes(payload, sizes, 20_000, host);
  const asked = { screened, payload: ref, n: orders.length, browser: 'chromium', budgetMs: BUDGET_MS };
  const ways = waysFrom(screened, await pageTimes(asked, host, driversOf(host)));

  const refused = new Set(screened.filter(({ kind }) => kind === 'refused').map(({ format }) => format));
  assert.deepEqual([...refused], ['csv']);
  const expected = FORMATS.filter((format) => !refused.has(format.name)).flatMap((format) =>
    format.codecs.map((codec) => `${format.name}/${codec.name}`),
  );
  assert.ok(expected.includes('xml/domparser') && expected.includes('avro/avsc'), expected.join());
  for (const codec of expected) {
    const way = ways.find((each) => `${each.format}/${each.codec}` === codec);
    assert.equal(way?.decodedIn, 'chromium', `${codec}: ${host.told()}`);
    assert.ok(way.decodeMs > 0 && way.decodeMs < LONGEST_MS, `${codec}: ${way.decodeMs}`);
  }
});
