import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '../summary/summarise.ts';
import { syntheticRecord } from '../summary/synthetic.ts';
import { htmlReport } from './html.ts';
import { markdown } from './markdown.ts';
import type { ReportInput } from './report.ts';
import { studyTables } from './study-tables.ts';
import { holdsToGolden } from './testdata/golden.ts';
import { rendered } from './testdata/records.ts';

const BOOKS = { network: ['none'], compression: ['none'] } as const;

function input(): ReportInput {
  const { run, rows, probes } = syntheticRecord({ blocks: 10 });
  const study = {
    ...run.study,
    indicators: ['size', 'decode', 'total'] as const,
    publishedFigures: [
      {
        title: 'Bytes',
        metrics: ['size'] as const,
        rows: ['json', 'xml'].map((format, i) => ({
          of: { ...BOOKS, format: [format] },
          figures: [1_000 * (i + 1)],
        })),
      },
      {
        title: 'Decoding',
        metrics: ['decode'] as const,
        rows: ['json', 'xml'].map((format, i) => ({ of: { ...BOOKS, format: [format] }, figures: [2 + i] })),
      },
    ],
  };
  return { run: { ...run, study }, samples: rows, summary: summarise({ ...run, study }, rows, probes) };
}

const made = input();

test('published figures stand beside ours: bytes as they are, times over the first row’s', () => {
  const [bytes, decoding] = studyTables(made.summary);
  assert.deepEqual(
    bytes!.rows.map((row) => row[1]),
    ['1 000', '2 000'].map((text) => text.replace(' ', bytes!.rows[0]![1]!.charAt(1))),
  );
  assert.ok(bytes!.rows.every((row) => /\d/.test(row[2]!)));
  assert.equal(decoding!.rows[0]![1], '1.00');
  assert.equal(decoding!.rows[0]![2], '1.00');
  assert.equal(decoding!.rows[1]![1], '1.50');
});

test('the best of each group is told by each figure, and what ties with it', () => {
  const [first] = made.summary.best!;
  const sizes = first!.cells.map((id) => made.summary.cells.find((cell) => cell.id === id)!.bytes!.encoded);
  const [size] = first!.indicators;
  const best = made.summary.cells.find(({ id }) => id === size!.best[0])!;
  assert.equal(best.bytes!.encoded, Math.min(...sizes));
  assert.ok(first!.indicators.every(({ best: ids }) => ids.length >= 1));
});

test('the tables in the terminal are those that were looked at, and within its width', () => {
  const lines = studyTables(made.summary, 76).flatMap(({ title, columns, rows, notes }) => [
    title,
    columns.map((column) => column.title).join(' | '),
    ...rows.map((row) => row.join(' | ')),
    ...notes,
    '',
  ]);
  holdsToGolden('study-tables-80.txt', lines.join('\n'), process.env);
});

test('they are in every report for people, and in none of a study without them', async () => {
  const texts = [markdown(made), (await rendered(htmlReport, made)).toString()];
  for (const text of texts) {
    assert.match(text, /Published · Bytes/);
    assert.match(text, /The best of each/);
  }
  const { publishedFigures: _, best: __, ...plain } = made.summary;
  assert.deepEqual(studyTables(plain), []);
});
