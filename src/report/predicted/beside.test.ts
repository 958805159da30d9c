import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { Beside, CellBeside } from '../../summary/predicted/beside.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { said } from '../answers/answer.ts';
import { adviceTable } from '../terminal/advice-table.ts';
import { paintFor } from '../terminal/paint.ts';
import { besideAnswer, besideTables } from './beside.ts';

const LEVELS = ['json', 'protobuf'].flatMap((format) =>
  ['none', 'gzip-6'].flatMap((compression) => [100, 1_000].map((n) => ({ format, compression, n }))),
);

function beside(network: string, measuredMs: number, n = 100): CellBeside {
  const factors = requestCell({ format: 'json', codec: 'json/codec', compression: 'gzip-6', n, network });
  const missedBy = 400 / measuredMs - 1;
  return {
    cell: `${network} ${n}`,
    factors,
    predictedMs: { value: 400, interval: [390, 411] },
    measuredMs: { value: measuredMs, interval: [measuredMs - 4, measuredMs + 4] },
    missedBy,
    sessions: 2,
    verdict: Math.abs(missedBy) < 0.025 ? 'held' : Math.abs(missedBy) < 0.035 ? 'near' : 'apart',
  };
}

function summaryOf(cells: readonly CellBeside[], refused: Beside['refused'] = []): Summary {
  const measured = LEVELS.map((words) => ({
    factors: requestCell({ ...words, codec: `${words.format}/codec` }),
    status: 'measured',
  }));
  const predicted = { rankings: [], crossovers: [], beside: { cells, refused } };
  return { cells: measured as unknown as CellSummary[], networks: NETWORKS, predicted } as unknown as Summary;
}

const sentence = (summary: Summary) => besideAnswer(summary).flatMap(({ sentences }) => sentences.map(said));

test('the sentence says how many intervals held, and what was missed by most', () => {
  assert.deepEqual(sentence(summaryOf([beside('cable', 396), beside('4g', 402), beside('3g', 404)])), [
    '3 cells over networks, predicted from loopback alone: 3 of 3 measured inside the predicted interval; missed by 1.0 % in the median, 1.0 % at most (json + gzip-6, 100 objects, over cable)',
  ]);
  assert.deepEqual(sentence(summaryOf([beside('cable', 300)])), [
    '1 cell over networks, predicted from loopback alone: 0 of 1 measured inside the predicted interval, 1 beyond both intervals; missed by 33 %',
  ]);
});

test('a few cells stand in a table, each with both intervals and its miss', () => {
  const [table, ...more] = besideTables(
    summaryOf([beside('cable', 396), beside('4g', 388), beside('3g', 500)]),
  );
  assert.deepEqual(more, []);
  assert.equal(table!.title, 'Predicted from loopback alone, and measured · 100 objects');
  assert.deepEqual(table!.rows, [
    ['json + gzip-6', 'cable', '400 [390, 411]', '396 [392, 400]', '+1.0 %', 'yes'],
    ['json + gzip-6', '4g', '400 [390, 411]', '388 [384, 392]', '+3.1 %', 'nearly'],
    ['json + gzip-6', '3g', '400 [390, 411]', '500 [496, 504]', '−20 %', 'no'],
  ]);
  assert.deepEqual(table!.notes, [
    'Over cable (5/1 Mbit/s, 28 ms), 4g (9/9 Mbit/s, 170 ms) and 3g (1600/768 kbit/s, 300 ms).',
    'Held: the measured median lies inside the predicted interval; nearly: the two intervals meet. Measured in 2 sessions.',
  ]);
});

test('where all are held one sentence says so', () => {
  const [table] = besideTables(summaryOf([beside('cable', 396), { ...beside('4g', 402), sessions: 1 }]));
  assert.deepEqual(
    table!.columns.map(({ title }) => title),
    ['cell', 'network', 'predicted ms', 'measured ms', 'miss'],
  );
  assert.equal(table!.rows[0]!.length, 5);
  const said =
    'Everywhere the measured median lies inside the predicted interval. Measured in 1 or 2 sessions.';
  assert.equal(table!.notes.at(-1), said);
});

test('of many cells those stand in the table that were missed by most', () => {
  const many = Array.from({ length: 20 }, (_, i) => beside('3g', 400 + i, i % 2 === 0 ? 100 : 1_000));
  const [table] = besideTables(summaryOf(many, [{ cell: '5g', reason: 'nobody knows' }]));
  assert.equal(table!.title, 'Predicted from loopback alone, and measured: the 5 of 20 missed by most');
  assert.deepEqual(
    table!.rows.map((row) => row[5]),
    ['−4.5 %', '−4.3 %', '−4.1 %', '−3.8 %', '−3.6 %'],
  );
  assert.deepEqual(
    table!.rows.map(([label, n]) => [label, n]),
    ['1 000', '100', '1 000', '100', '1 000'].map((n) => ['json + gzip-6', n]),
  );
  assert.equal(table!.notes.at(-1), 'Not predicted: 1 cell (nobody knows).');
});

test('a terminal of 80 columns is wide enough for it', () => {
  const one = [beside('cable', 396), beside('3g', 1_671)];
  const several = [beside('cable', 396), beside('3g', 1_671, 1_000)];
  for (const cells of [one, several]) {
    const [table] = besideTables(summaryOf(cells), 76);
    const lines = adviceTable(table!, 78, paintFor(false));
    assert.ok(
      lines.every((line) => line.length <= 80),
      lines.join('\n'),
    );
  }
  const measured = (width?: number) => besideTables(summaryOf(several), width)[0]!.rows[1]![4];
  assert.deepEqual([measured(), measured(60)], ['1 671 [1 667, 1 675]', '1 671']);
});

test('a record without both, or with advice, says nothing of it', () => {
  const none = { cells: [], networks: [], predicted: { rankings: [], crossovers: [] } } as unknown as Summary;
  const advised = { ...summaryOf([beside('3g', 400)]), advice: {} } as unknown as Summary;
  for (const summary of [none, advised, summaryOf([])]) {
    assert.deepEqual([...besideAnswer(summary), ...besideTables(summary)], []);
  }
});
