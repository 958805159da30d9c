import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Connection } from '../../../src/factors/connection.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import { expectedGetMs, INITIAL_WINDOW } from '../../../src/network/closed-form.ts';
import { profileNamed } from '../../../src/network/profiles.ts';
import type { RunFile } from '../../../src/record/record.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';

// A network where there are no namespaces: Chromium over the modelled 3g, labelled wherever its figures
// stand.

const bench = labBench();
after(() => bench.remove());

const STUDY = `study: modelled
title: Over a model
question: What does a model of TCP cost?
factors:
  dataset: book
  n: 10
  format: json/JSON.parse
  network: 3g
  connection: [warm, cold]
protocol: {sessions: 1, budget: 14s, timeout: 10s}
`;
const LABEL = 'modelled, not packets';
/** What a browser asks with: a few hundred bytes, about. */
const REQUEST_BYTES = 600;
/** The browser's own handling, and a busy machine. */
const ALLOWED_MS = 60;

const text = (name: string) => readFileSync(path.join(bench.dir, 'out', name), 'utf8');

function expectedMs({ factors, bytes }: Recorded<CellSummary>): number {
  const bodyBytes = bytes!.encoded + bytes!.headers;
  const { connection } = factors;
  const shape = { bodyBytes, requestBytes: REQUEST_BYTES, initialWindow: INITIAL_WINDOW, mtu: 1_500 };
  return expectedGetMs(profileNamed('3g')!, { ...shape, connection: connection as Connection });
}

test('Chromium over a modelled 3g takes what TCP takes, its items add up, and every report says what it is', async () => {
  writeFileSync(path.join(bench.dir, 'modelled.yaml'), STUDY);
  const { code, out, err } = await bench.start('run', 'modelled.yaml', '--link', 'modelled', '--out', 'out')
    .ended;
  assert.equal(code, 0, err);
  assert.ok(out.includes(LABEL), out);
  assert.ok(text('report.html').includes(LABEL));

  const { link } = JSON.parse(text('run.json')) as Recorded<RunFile>;
  const engines = link!.networks.map(({ profile, engine, calibration }) => [
    profile.name,
    engine,
    calibration,
  ]);
  assert.deepEqual([engines, link!.tcp], [[['3g', 'modelled', null]], null]);

  const { cells, warnings } = JSON.parse(text('summary.json')) as Recorded<Summary>;
  assert.ok(warnings.some(({ kind }) => kind === 'modelled-network'));
  assert.deepEqual(new Set(cells.map(({ factors }) => factors.connection)), new Set(['warm', 'cold']));
  for (const cell of cells) {
    const [least, median] = [expectedMs(cell) - 3, cell.totalMs!.median];
    assert.ok(median > least && median < least + ALLOWED_MS, `${cell.id}: ${median} ms, not ${least}`);
    assert.ok(
      cell.accountedShare! > 0.85 && cell.accountedShare! < 1.1,
      `${cell.id}: ${cell.accountedShare}`,
    );
  }
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
});
