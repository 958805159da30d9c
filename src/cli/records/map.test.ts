import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import { runCli } from '../program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-map-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const good = recordOf(syntheticRecord({ sessions: 4, blocks: 6 }));

function recordOf({ run, rows, probes }: ReturnType<typeof syntheticRecord>): string {
  const dir = mkdtempSync(join(scratch, 'record-'));
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(join(dir, 'run.json'), recordedJson(run, 0));
  writeFileSync(
    join(dir, 'samples.ndjson'),
    lines(Array.from({ length: rows.length }, (_, row) => rowAt(rows, row))),
  );
  writeFileSync(join(dir, 'probes.ndjson'), lines(probes));
  return dir;
}

async function map(dir: string, ...flags: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['map', dir, ...flags], host), 0);
  return host.printed();
}

async function refused(dir: string, ...flags: string[]): Promise<string> {
  try {
    await map(dir, ...flags);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('map has letters for ways in 80 columns, networks at their places and a legend', async () => {
  const text = await map(good);
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  assert.match(text, /^ {2}\d[\d ]* objects, ms round trip over Mbit\/s$/m);
  assert.match(text, /^ {3}1000 .*\n(?: {8}.*\n){3} {4}100 /m);
  assert.match(text, /\b3g\b.*\n/);
  assert.match(text, /^ {2}A \S+/m);
  assert.match(text, /^ {2}cable +5\/1 Mbit\/s, 28 ms +[A-Z]( or [A-Z])* +[\d.]+ ms \[/m);
});

test('map --price says what a million answers cost by the ways that win somewhere', async () => {
  const text = await map(good, '--price', 'egress=$0.09/GB,cpu=$0.04/h');
  assert.match(
    text.replaceAll(/\s+/g, ' '),
    /A million answers cost at [\d ]+ objects: \S+( \+ \S+)? \$[\d.]+(, \S+( \+ \S+)? \$[\d.]+)*\. /,
  );
  assert.match(await refused(good, '--price', 'egress=lots'), /--price/);
});

test('map --n is of that many objects, and refuses what the record does not reach', async () => {
  assert.match(await map(good, '--n', '200'), /^ {2}200 objects/m);
  assert.match(await refused(good, '--n', '100000000'), /--n: 100000000: measured were \d+ to \d+ objects/);
  assert.match(await refused(good, '--n', 'many'), /--n: must be a number of objects, not many/);
  assert.match(await refused(good, '--format', 'htm'), /html/);
});

test('map as JSON has a field for each bandwidth and round trip', async () => {
  const { mbits, rttsMs, decisions } = readOutput('map', await map(good, '--format', 'json'));
  const [{ ways, maps }] = decisions;
  assert.ok(maps.length > 1);
  for (const { fields } of maps) {
    assert.equal(fields.length, rttsMs.length);
    for (const field of fields.flat()) {
      assert.ok(field.length > 0 && field.every((place: number) => place < ways.length));
    }
    assert.equal(fields[0].length, mbits.length);
  }
});

test('map goes to a file, as Markdown and as a page with sliders', async () => {
  const path = join(scratch, 'map.md');
  assert.equal(await map(good, '--format', 'md', '--out', path), `${path}\n`);
  assert.match(readFileSync(path, 'utf8'), /\| network \| down\/up, round trip \| best \|/);
  const page = await map(good, '--format', 'html', '--out', '-');
  assert.ok(page.includes('<svg class="plot map"'));
  assert.ok(page.includes('data-what-if'));
});

test('a record that is no ground for a model is refused with the reason', async () => {
  const once = recordOf(syntheticRecord({ sessions: 1, blocks: 6 }));
  assert.match(await refused(once), /is no ground for a map: .*one session/);
  const messages = recordOf(syntheticMessages({ sessions: 2 }));
  assert.match(await refused(messages), /is no ground for a map: messages are sequences/);
});
