import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FakeClock } from '../base/clock.ts';
import { UserError } from '../base/errors.ts';
import { rowAt } from '../record/sample-table.ts';
import type { Summary } from '../summary/summary.ts';
import { syntheticRecord } from '../summary/synthetic.ts';
import { fakeHost } from './fake-host.ts';
import { runCli } from './program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-index-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 6 });
writeFileSync(join(dir, 'run.json'), JSON.stringify(run));
writeLines(
  'samples.ndjson',
  Array.from({ length: rows.length }, (_, row) => rowAt(rows, row)),
);
writeLines('probes.ndjson', probes);

function writeLines(name: string, values: readonly unknown[]): void {
  writeFileSync(join(dir, name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

async function report(...flags: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['report', dir, ...flags], host), 0);
  return host.printed();
}

async function refused(...flags: string[]): Promise<string> {
  try {
    await report(...flags);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('report --weights has the index, measured by the study’s baseline or the one that is named', async () => {
  const weights = ['--weights', 'encode=40,transfer=20,size=35,decode=5'];
  assert.match(await report(...weights), /Weighted index · 1 000 objects · json is 1/);
  assert.match(
    await report(...weights, '--baseline', 'protobuf+gzip'),
    /Weighted index · 1 000 objects · protobuf \+ gzip is 1/,
  );
  assert.doesNotMatch(await report(), /Weighted index/);
  const { index } = JSON.parse(await report(...weights, '--format', 'json')) as Summary;
  assert.deepEqual(
    index!.groups.map(({ rows: own }) => own.length),
    [6, 6, 6],
  );
});

test('the record’s own summary stays without the user’s weights', async () => {
  await report('--weights', 'size=1', '--format', 'html');
  const summary = JSON.parse(readFileSync(join(dir, 'summary.json'), 'utf8')) as Summary;
  assert.equal(summary.index, undefined);
  assert.ok(existsSync(join(dir, 'report.html')));
  assert.match(readFileSync(join(dir, 'report.html'), 'utf8'), /Weighted index/);
});

test('what cannot be weighed is refused', async () => {
  assert.match(
    await refused('--weights', 'sise=1,encode=x'),
    /"sise".*did you mean size\?\)\n.*"x" is not a number/,
  );
  assert.match(
    await refused('--weights', 'size=1', '--baseline', 'cbor'),
    /no cell that was measured has "cbor"/,
  );
  assert.match(await refused('--weights', 'compress=1'), /has no compress/);
  assert.match(await refused('--baseline', 'json'), /--weights/);
  assert.match(await refused('--weights', 'size=1', '--format', 'csv'), /samples only/);
});
