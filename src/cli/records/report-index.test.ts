import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import { REPORTS } from '../../report/catalogue.ts';
import { normaliseWeights } from '../../study/study-index.ts';
import type { Summary } from '../../summary/summary.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-index-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 6 });
writeFileSync(join(dir, 'run.json'), recordedJson(run, 0));
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
    /Weighted index · 1 000 objects · protobuf \+ gzip-6 is 1/,
  );
  assert.doesNotMatch(await report(), /Weighted index/);
  const { index } = JSON.parse(await report(...weights, '--format', 'json')) as Recorded<Summary>;
  assert.deepEqual(
    index!.groups.map(({ rows: own }) => own.length),
    [6, 6, 6],
  );
});

test('the record’s own summary stays without the user’s weights', async () => {
  await report('--weights', 'size=1', '--format', 'html');
  const summary = JSON.parse(readFileSync(join(dir, 'summary.json'), 'utf8')) as Recorded<Summary>;
  assert.equal(summary.index, undefined);
  assert.ok(existsSync(join(dir, 'report.html')));
  assert.match(readFileSync(join(dir, 'report.html'), 'utf8'), /Weighted index/);
});

test('every report in the catalogue goes to the file that --out names, and the terminal’s has no colours there', async () => {
  // What to write is a report of advice alone.
  assert.match(await refused('--format', 'how'), /nothing was advised in this record/);
  for (const { name, fileName } of REPORTS.filter((each) => each.name !== 'how')) {
    const printed = await report('--format', name, '--out', join(dir, `out-${fileName}`));
    assert.equal(printed, `${join(dir, `out-${fileName}`)}\n`);
  }
  const text = readFileSync(join(dir, 'out-report.txt'), 'utf8');
  assert.equal(text, stripVTControlCharacters(text));
  assert.match(text, /The bill/);
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

test('a study that says what it weighs has its index in every report, and others by the flags alone', async () => {
  const own = { ...normaliseWeights([['size', 1]])!, baseline: { format: ['xml'], compression: ['none'] } };
  writeFileSync(join(dir, 'run.json'), recordedJson({ ...run, study: { ...run.study, index: own } }, 0));
  for (const format of ['terminal', 'md']) {
    const text = await report('--format', format, '--out', '-');
    assert.match(text, /Weighted index · 1 000 objects · xml is 1/);
  }
  const weighed = async (...flags: string[]) =>
    (JSON.parse(await report('--format', 'json', ...flags)) as Recorded<Summary>).index!;
  const plain = await weighed();
  assert.deepEqual(
    plain.weights.map(({ metric }) => metric),
    ['size'],
  );
  // Other weights keep the study's baseline, and another baseline its weights.
  const heavier = await weighed('--weights', 'decode=1');
  assert.deepEqual(
    heavier.weights.map(({ metric }) => metric),
    ['decode'],
  );
  assert.match(heavier.groups[0]!.baseline, /xml/);
  const other = await weighed('--baseline', 'json');
  assert.deepEqual(
    other.weights.map(({ metric }) => metric),
    ['size'],
  );
  assert.match(other.groups[0]!.baseline, /json/);
  await report('--weights', 'decode=1', '--format', 'html');
  const kept = JSON.parse(readFileSync(join(dir, 'summary.json'), 'utf8')) as Recorded<Summary>;
  assert.deepEqual(kept.index, plain);
});

test('a limit to keep is refused of a record in which nobody else asked', async () => {
  assert.equal(
    await refused('--keep', 'p95=200ms'),
    '--keep: the record has no other clients: name them in the study (clients: [0, 100@0.5/s])',
  );
});
