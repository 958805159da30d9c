import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { OWN_TIME } from '../../../test/support/host/own-time.ts';
import { UserError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { run } from './run.ts';

// A study by design, from its file to its reports: the real target and the real agent's program in one
// process.

const dir = mkdtempSync(join(tmpdir(), 'wirefare-designed-'));
after(() => rmSync(dir, { recursive: true }));

const STUDY = `study: designed
title: Two formats
question: Which is faster?
factors:
  n: [3, 30, 300]
  format: [json, protobuf]
  browser: node
protocol:
  sessions: 2
  budget: 9s
  warmup: 0s
  timeout: 1s
  seed: 5
claims:
  - {id: C1, says: JSON is faster, numerator: {format: protobuf}, denominator: {format: json}, published: [1, null]}
`;

let host: FakeHost;
before(async () => {
  mkdirSync(dir, { recursive: true });
  host = fakeHost(dir, OWN_TIME);
  writeFileSync(join(dir, 'designed.yaml'), STUDY);
  const code = await run(
    'designed.yaml',
    { design: 'predicted', out: 'record' },
    host,
    inProcessDrivers({}, OWN_TIME),
  );
  assert.equal(code, 0, host.told());
});

const json = (file: string): unknown => JSON.parse(readFileSync(join(dir, 'record', file), 'utf8'));

test('the record holds what each cell is for, and samples of those alone that are measured', () => {
  const { study, plan } = json('run.json') as Recorded<RunFile>;
  assert.equal(study.protocol.design, 'predicted');
  const kinds = plan.cells.map(({ role, twinOf }) => role?.kind ?? (twinOf === null ? 'none' : 'twin'));
  assert.deepEqual(
    ['measured', 'held out', 'predicted', 'twin', 'none'].map(
      (kind) => kinds.filter((each) => each === kind).length,
    ),
    [4, 1, 1, 1, 0],
  );
  const left = plan.cells.find(({ role }) => role?.kind === 'predicted')!;
  const samples = readFileSync(join(dir, 'record', 'samples.ndjson'), 'utf8');
  assert.ok(samples.includes('"json') && !samples.includes(JSON.stringify(left.id)), left.id);
});

test('the summary has the predicted cell, marked, and what the held-out one was missed by', () => {
  const { cells, design, claims } = json('summary.json') as Recorded<Summary>;
  const predicted = cells.filter(({ status }) => status === 'predicted');
  assert.equal(predicted.length, 1);
  const { prediction, totalMs } = predicted[0]!;
  assert.ok(
    totalMs === null && prediction !== undefined && 'totalMs' in prediction,
    JSON.stringify(prediction),
  );
  const [low, high] = prediction.totalMs.interval;
  assert.ok(low < prediction.totalMs.value && prediction.totalMs.value < high);
  assert.equal(design!.heldOut!.cells.length, 1);
  assert.deepEqual(
    claims.map(({ predictedPairs, note }) => [predictedPairs, note]),
    [[1, 'rests on predictions (1 of 3 pairs)']],
  );
});

test('the terminal says it, and the page has the table', () => {
  assert.match(host.printed(), /What was predicted, not measured\? \(by design\)/);
  assert.match(host.printed(), /1 of 1 claim (replicated|opposite|not replicated|open) \(C1\)/);
  assert.match(readFileSync(join(dir, 'record', 'report.html'), 'utf8'), /Predicted cells/);
});

test('a word that is no design, and a design for a record that has one, are refused', async () => {
  const refused = (flags: Parameters<typeof run>[1], study?: string) =>
    run(study, flags, host, inProcessDrivers({}, OWN_TIME)).then(
      () => assert.fail('it ran'),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UserError, String(thrown));
        return thrown.message;
      },
    );
  assert.match(
    await refused({ design: 'predictd' }, 'designed.yaml'),
    /--design: unknown design "predictd".*did you mean predicted/s,
  );
  assert.match(await refused({ resume: 'record', design: 'full' }), /take away --design/);
});
