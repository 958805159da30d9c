// A record that Wirefare wrote before there was a factor `thread` (two sessions of four cells in Node, the
// second interrupted), kept as it is: it reads, every report is made of it, and all that was told of its
// samples then is told today.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { UserError } from '../../base/errors.ts';
import { REPORTS, reportNamed } from '../../report/catalogue.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import { run } from '../run/run.ts';
import { readRecord } from './record-files.ts';

const FORMER = join(import.meta.dirname, '../../record/testdata/before-threads');
/** Of what `report --format csv` of that time made of it. */
const CSV_SHA256 = 'b08e3e2fbbaf53f0d798ebf127bbda1052b2c78dfc5847e723144edd4e117025';
/** Columns that came later, with what they say of such a record: factors nothing of an empty exchange. */
const LATER = { settling: 'false', firstUse: 'false', thread: 'main', clients: '0', cpu: '1' };
const EMPTY = { ...LATER, thread: '', clients: '', cpu: '' };

const dir = mkdtempSync(join(tmpdir(), 'wirefare-former-'));
after(() => rmSync(dir, { recursive: true }));

const read = await readRecord(FORMER);

async function rendered(name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  await reportNamed(name)!.render(
    read,
    (chunk) => void chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
    PLAIN_LOOK,
  );
  return Buffer.concat(chunks).toString('utf8');
}

test('its samples are told to the letter, and columns of today say what was always so', async () => {
  const [head, ...rows] = parse(await rendered('csv')) as string[][];
  const isLater = head!.map((name) => name in LATER);
  const format = head!.indexOf('format');
  for (const row of rows) {
    const later = head!.flatMap((name, i) => (isLater[i] ? [[name, row[i]]] : []));
    assert.deepEqual(Object.fromEntries(later), row[format] === '' ? EMPTY : LATER);
  }
  const before = [head!, ...rows].map((row) => `${row.filter((_, i) => !isLater[i]).join(',')}\r\n`);
  assert.equal(createHash('sha256').update(before.join('')).digest('hex'), CSV_SHA256);
});

test('every report is made of it', async () => {
  for (const { name } of REPORTS) {
    if (name === 'how') continue;
    const text = await rendered(name);
    assert.ok(text.length > 200, name);
    if (name === 'terminal' || name === 'md' || name === 'html') assert.match(text, /msgpack/, name);
  }
});

test('it is not gone on with, and how to measure anew is said', async () => {
  cpSync(FORMER, join(dir, 'former'), { recursive: true });
  const host = fakeHost(dir, { nowMs: () => performance.now(), date: () => new Date() });
  await assert.rejects(
    run(undefined, { resume: 'former' }, host, new FakeDrivers({}, {})),
    (error) =>
      error instanceof UserError && /begun by the former protocol.*measure anew with/.test(error.message),
  );
});
