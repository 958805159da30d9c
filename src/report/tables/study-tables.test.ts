import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { holdsToGolden } from '../../../test/support/reports/golden.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import { summarise } from '../../summary/summarise.ts';
import { htmlReport } from '../html/html.ts';
import { markdown } from '../markdown.ts';
import type { ReportInput } from '../report.ts';
import { adviceTable } from '../terminal/advice-table.ts';
import { paintFor } from '../terminal/paint.ts';
import { studyTables } from './study-tables.ts';

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

test('groups that differ in what is asked for alone are rows of one table', () => {
  const [group] = made.summary.best!;
  const other = (id: string) => `${id} of the other`;
  const cells = made.summary.cells.flatMap((cell) => [
    cell,
    {
      ...cell,
      id: other(cell.id),
      factors: { ...cell.factors, dataset: 'video' } as typeof cell.factors,
    },
  ]);
  const video = {
    cells: group!.cells.map(other),
    indicators: group!.indicators.map(({ metric, best }) => ({ metric, best: best.map(other) })),
  };
  const tables = studyTables({ ...made.summary, cells, publishedFigures: [], best: [group!, video] });
  assert.deepEqual(
    tables.map(({ rows }) => rows.map(([data]) => data)),
    [['book', 'video']],
  );
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

test('ties that are too wide side by side stand beneath the best', () => {
  const [group] = made.summary.best!;
  const all = { ...group!, indicators: group!.indicators.map((one) => ({ ...one, best: group!.cells })) };
  const summary = { ...made.summary, publishedFigures: [], best: [all] };
  const [side] = studyTables(summary);
  assert.equal(side!.rows.length, 1);
  const [beneath] = studyTables(summary, 40);
  assert.equal(beneath!.rows.length, group!.cells.length);
  const sizes = beneath!.rows.map((row) => row[1]!);
  assert.ok(sizes.slice(1).every((text) => text.startsWith('= ')));
  assert.equal(sizes.join(' '), side!.rows[0]![1]);
  assert.ok(beneath!.rows.slice(1).every(([data]) => data === ''));
});

test('a table too wide for the terminal has ours beneath each row, and fits', () => {
  const metrics = ['encode', 'transfer', 'size', 'decode', 'index'] as const;
  const runs = ['QXmlStreamReader', 'QXmlSimpleReader', 'QDomDocument'].map((codec, i) => ({
    of: { format: ['xml-attributes'], codec: [codec], browser: ['qt5'] },
    figures: metrics.map((_, column) => ({
      published: column === 2 ? 223_624 : 1 + i,
      ours: column === 4 ? null : ([10 + i, 10 + i] as const),
    })),
  }));
  const summary = { ...made.summary, best: [], publishedFigures: [{ title: 'Runs', metrics, rows: runs }] };
  const [wide] = studyTables(summary);
  assert.deepEqual([wide!.rows.length, wide!.columns.length], [3, 11]);
  assert.equal(wide!.rows[0]![0], 'xml-attributes/QXmlStreamReader');
  const [narrow] = studyTables(summary, 76);
  assert.deepEqual(
    narrow!.columns.map(({ title }) => title),
    ['cells', ...metrics],
  );
  assert.deepEqual(
    narrow!.rows.map(([label]) => label),
    runs.flatMap(({ of }) => [`xml-attributes/${of.codec[0]}`, '  ours']),
  );
  assert.equal(narrow!.rows[1]!.at(-1), '–');
  const lines = adviceTable(narrow!, 78, paintFor(false));
  assert.ok(
    lines.every((line) => stringWidth(line) <= 78),
    lines.join('\n'),
  );
});

test('a factor that another one tells is not in a label, and long labels are cut within the terminal', () => {
  const row = (dataset: string, format: string, target: string) => ({
    of: { dataset: [dataset], format: [format], target: [target] },
    figures: [0, 1].map(() => ({ published: 14_047, ours: [31_000, 31_001] as const })),
  });
  const rows = [
    row('transit-getroute-detailed', 'fast-infoset', 'dropwizard'),
    row('transit-getroute-detailed', 'soap', 'metro'),
    row('transit-init-simple', 'soap', 'metro'),
  ];
  const table = { title: 'Bytes', metrics: ['request.size', 'size'] as const, rows };
  const summary = { ...made.summary, best: [], publishedFigures: [table] };
  assert.equal(studyTables(summary)[0]!.rows[0]![0], 'transit-getroute-detailed fast-infoset');
  const [fitted] = studyTables(summary, 76);
  assert.match(fitted!.rows[0]![0]!, /^transit-getroute-detailed.*…?$/);
  const lines = adviceTable(fitted!, 78, paintFor(false));
  assert.ok(
    lines.every((line) => stringWidth(line) <= 78),
    lines.join('\n'),
  );
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
