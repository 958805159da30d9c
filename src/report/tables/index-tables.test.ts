import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { type SyntheticOptions, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { holdsToGolden } from '../../../test/support/reports/golden.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import { weightedIndex } from '../../summary/index/weighted-index.ts';
import { parseWeights } from '../../summary/index/weights.ts';
import { summarise } from '../../summary/summarise.ts';
import { jsonReport } from '../data/json.ts';
import { htmlReport } from '../html/html.ts';
import { markdown } from '../markdown.ts';
import type { ReportInput } from '../report.ts';
import { shareRange } from '../sensitivity/figures.ts';
import { terminalText } from '../terminal/terminal.ts';
import { indexViews } from './index-tables.ts';

const PUBLISHED = 'encode=40,transfer=20,size=35,decode=5';

function indexed(weights: string, options: SyntheticOptions = {}): ReportInput {
  const { run, rows, probes } = syntheticRecord({ blocks: 10, ...options });
  const summary = summarise(run, rows, probes);
  const index = weightedIndex(run, rows, probes, summary, parseWeights(weights), null);
  return { run, samples: rows, summary: { ...summary, index } };
}

/** Of the largest n alone. */
function oneGroup(weights: string): ReportInput {
  const input = indexed(weights);
  const index = input.summary.index!;
  return { ...input, summary: { ...input.summary, index: { ...index, groups: index.groups.slice(-1) } } };
}

/** From the index's first table to what follows it. */
function indexIn({ run, summary }: ReportInput, columns = 80): string {
  const lines = terminalText(run, summary, { columns, colour: false, htmlPath: null }).split('\n');
  const from = lines.findIndex((line) => line.startsWith('  Weighted index'));
  const to = lines.findIndex((line) => line.startsWith('  The bill'));
  return `${lines.slice(from, to).join('\n').trimEnd()}\n`;
}

test('the index in the terminal is the one that was looked at', () => {
  holdsToGolden('index-80.txt', indexIn(indexed(PUBLISHED)), process.env);
});

test('of two weights the terminal has a strip of who wins, of more the range of each, as they were looked at', () => {
  holdsToGolden('index-two-weights-80.txt', indexIn(oneGroup('encode=40,size=60')), process.env);
  holdsToGolden('index-sensitivity-80.txt', indexIn(oneGroup(PUBLISHED)), process.env);
});

test('no weights, no index', () => {
  const { run, summary } = indexed(PUBLISHED);
  const { index: _, ...own } = summary;
  assert.deepEqual(indexViews(run, own), []);
});

test('all groups and all items are in the reports that have room, with their weights', async () => {
  const input = indexed('encode=1,transfer=1,size=1');
  const { groups } = input.summary.index!;
  const texts = [markdown(input), (await rendered(htmlReport, input)).toString()];
  for (const text of texts.map((each) => each.replaceAll('\u00a0', ' ').replaceAll('&nbsp;', ' '))) {
    assert.equal(text.match(/(?<!aria-label=")Weighted index/g)?.length, groups.length);
    assert.match(text, /encode 33\.3 %, transfer 33\.3 % and size 33\.3 %/);
    assert.match(text, /add up to 3, neither 1 nor 100/);
    assert.match(text, /1\.00 \(330 060 bytes\)/);
  }
  const json = JSON.parse((await rendered(jsonReport, input)).toString()) as ReportInput['summary'];
  assert.deepEqual(json.index, input.summary.index);
});

test('a terminal gets what it has room for, and says what is left out', () => {
  const every = 'queue=1,stall=1,encode=1,network=1,transfer=1,delivery=1,decode=1,total=1,size=1,headers=1';
  for (const input of [
    indexed(every),
    oneGroup(every),
    oneGroup('encode=1,size=1'),
    indexed(every, { kind: 'connections', sessions: 2, blocks: 4 }),
  ]) {
    for (const columns of [60, 80, 120]) {
      const text = terminalText(input.run, input.summary, { columns, colour: false, htmlPath: null });
      for (const line of text.split('\n')) assert.ok(stringWidth(line) <= columns, `${columns}: ${line}`);
    }
    const narrow = terminalText(input.run, input.summary, { columns: 60, colour: false, htmlPath: null });
    if (input.summary.index!.weights.length > 2)
      assert.match(narrow.replace(/\s+/g, ' '), /no room for [^:]*headers: --format md shows all items/);
  }
  const { run, summary } = indexed(PUBLISHED, { kind: 'opijac', sessions: 2, blocks: 4 });
  assert.ok(summary.index!.groups.length > 6);
  const [first, ...others] = indexViews(run, summary, 76).map(({ table }) => table);
  assert.equal(others.length, 5);
  assert.match(first!.notes[0]!, /^\d+ more tables of the index in --format md and html$/);
});

/** Without what keeps figures on one line. */
async function renderPage(input: ReportInput): Promise<string> {
  return (await rendered(htmlReport, input)).toString().replaceAll('\u00a0', ' ');
}

test('of two weights the page has a drawing that says who wins where, of more a strip for each', async () => {
  const two = await renderPage(oneGroup('encode=40,size=60'));
  const [sweep] = oneGroup('encode=40,size=60').summary.index!.groups[0]!.sensitivity.sweeps;
  const { to } = sweep!.ranges[0]!;
  const edge = String(Number((100 * to).toFixed(1)));
  assert.match(
    two,
    new RegExp(
      `aria-label="Lowest index over the share of encode, now 40 %: xml \\+ gzip-6 at 0 – ${edge} %, protobuf \\+ gzip-6 at ${edge} – 100 %`,
    ),
  );
  assert.doesNotMatch(two, /class="sweeps"/);
  const four = await renderPage(oneGroup(PUBLISHED));
  const strips = four.slice(four.indexOf('class="sweeps"')).split('</table>')[0]!;
  assert.equal(strips.match(/<svg role="img"/g)?.length, 4);
  assert.match(strips, /aria-label="protobuf \+ gzip-6 0 – 97\.\d %, xml \+ gzip-6 97\.\d – 100 %/);
});

test('names of lines too long for the drawing’s edge stand above it, and no line shares its colour', async () => {
  const short = await renderPage(oneGroup('encode=40,size=60'));
  const drawingIn = (page: string) =>
    page.slice(page.indexOf('Lowest index by the share')).split('</figure>')[0]!;
  assert.match(drawingIn(short), /class="ends"/);
  const input = oneGroup('encode=40,size=60');
  const cells = input.summary.cells.map((cell) => ({
    ...cell,
    factors: { ...cell.factors, format: `${cell.factors.format}-of-a-very-long-name` },
  }));
  const long = await renderPage({ ...input, summary: { ...input.summary, cells } as ReportInput['summary'] });
  const [legend, drawing] = drawingIn(long).split('</ul>');
  assert.doesNotMatch(drawing!, /class="ends"/);
  const colours = [...legend!.matchAll(/class="(k\d)"/g)].map(([, colour]) => colour);
  assert.ok(colours.length > 2);
  assert.equal(new Set(colours).size, colours.length);
  assert.match(legend!, /xml-of-a-very-long-name \+ gzip-6/);
});

test('a range that ends short of all weight does not say 100 %, and one that begins above none not 0', () => {
  assert.equal(shareRange([0, 0.9997]), '0 – 99.9 %');
  assert.equal(shareRange([0.0003, 1]), '0.1 – 100 %');
  assert.equal(shareRange([0, 1 - 1e-12]), '0 – 100 %');
});

test('whose index is the lowest is among the first answers, of few groups', () => {
  const topRow = ({ run, summary }: ReportInput) =>
    terminalText(run, summary, { columns: 200, colour: false, htmlPath: null }).split('\n\n')[1]!;
  assert.match(
    topRow(oneGroup('encode=40,size=60')),
    /^ {2}Whose index is the lowest\?\n {4}● protobuf \+ gzip-6;/,
  );
  assert.match(topRow(indexed('encode=40,size=60')), /lowest\?(\n {4}. (10|100|1 000) objects, .*){3}/);
  const { run, summary } = oneGroup(PUBLISHED);
  const groups = Array.from({ length: 4 }, () => summary.index!.groups[0]!);
  assert.doesNotMatch(
    topRow({ run, samples: [] as never, summary: { ...summary, index: { ...summary.index!, groups } } }),
    /Whose index/,
  );
});

test('every report says the nearest change of weights, and of one weight that there is none', async () => {
  const said = /move 38 points \[36, 38\] from encode to size and xml \+ gzip-6 wins/;
  for (const text of [indexIn(oneGroup('encode=40,size=60')), markdown(oneGroup('encode=40,size=60'))])
    assert.match(text.replaceAll('&nbsp;', ' ').replaceAll('\\', ''), said);
  const page = await renderPage(oneGroup('encode=40,size=60'));
  assert.match(page.replace(/<[^>]+>/g, ''), said);
  assert.match(indexIn(oneGroup('size=1')), /size is all that is weighed/);
  assert.match(indexIn(oneGroup('size=1,decode=0')), /from size to decode/);
});

test('a cell whose sizes are another’s has the same index, and no weights flip what is better in everything', () => {
  const { run, rows, probes } = syntheticMessages({ sessions: 3, blocks: 6 });
  const summary = summarise(run, rows, probes);
  const of = (weights: string) =>
    indexIn({
      run,
      samples: rows,
      summary: { ...summary, index: weightedIndex(run, rows, probes, summary, parseWeights(weights), null) },
    }).replace(/\s+/g, ' ');
  assert.match(of('size=1'), /= WebSocket, [^:]*: theirs are the same Which/);
  assert.match(
    of('total=50,size=50'),
    /no weights of total and size give another cell a lower index than WebSocket/,
  );
});
