import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { type Recorded, recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import { parsePrice } from '../../study/price.ts';
import type { Summary } from '../../summary/summary.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-price-'));
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

function recordedSummary(): Recorded<Summary> {
  return JSON.parse(readFileSync(join(dir, 'summary.json'), 'utf8')) as Recorded<Summary>;
}

test('report --price tells what a million answers cost, beside an index too, and no price is assumed', async () => {
  assert.match(
    await report('--price', 'egress=0.09/GB,cpu=0.04/h'),
    /What a million answers cost · 10 objects/,
  );
  assert.doesNotMatch(await report(), /million answers/);
  const both = ['--price', 'cpu=1 EUR/h', '--weights', 'size=1', '--format', 'json'];
  const { price, index } = JSON.parse(await report(...both)) as Recorded<Summary>;
  assert.deepEqual(price!.price, { egressPerGB: null, cpuPerHour: 1, currency: 'EUR' });
  assert.equal(index!.groups.length, price!.groups.length);
});

test('what is wrong with prices and weights is told at once; reports of samples have no costs', async () => {
  const refused = (...flags: string[]) =>
    report(...flags).then(
      () => assert.fail('nothing was refused'),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UserError, String(thrown));
        return thrown.message;
      },
    );
  assert.match(
    await refused('--price', 'egres=1/GB', '--weights', 'sise=1'),
    /"sise"[\s\S]*unknown price "egres" .*did you mean egress\?/,
  );
  assert.match(await refused('--price', 'cpu=1/h', '--format', 'csv'), /samples only/);
});

test('the record’s own summary has the study’s prices, never the user’s', async () => {
  await report('--price', 'cpu=1/h', '--format', 'html');
  assert.equal(recordedSummary().price, undefined);
  assert.match(readFileSync(join(dir, 'report.html'), 'utf8'), /What a million answers cost/);
  const study = { ...run.study, price: parsePrice('egress=2/GB') };
  writeFileSync(join(dir, 'run.json'), recordedJson({ ...run, study }, 0));
  await report('--price', 'cpu=1/h', '--format', 'html');
  assert.deepEqual(recordedSummary().price!.price, study.price);
  assert.match(await report(), /What a million answers cost/);
});
