import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { rendered, syntheticInput } from '../../../test/support/reports/records.ts';
import { parsePrice } from '../../study/price.ts';
import type { MeasuredAdvice } from '../../summary/advice/advice.ts';
import { priceSummary } from '../../summary/price/price-summary.ts';
import { summarise } from '../../summary/summarise.ts';
import { adviceAnswers } from '../advice/sentences.ts';
import { said } from '../answers/answer.ts';
import { htmlReport } from '../html/html.ts';
import { markdown } from '../markdown.ts';
import type { ReportInput } from '../report.ts';
import { terminalText } from '../terminal/terminal.ts';
import { makeTables } from '../words/groups.ts';
import { priceAnswers } from './answers.ts';
import { priceTables } from './tables.ts';

const CALM = { seed: 7, sessions: 8, blocks: 20, sessionSd: 0.02, blockSd: 0.02 };
const BOTH = 'egress=$0.09/GB,cpu=$0.04/h';

function withPrice(input: ReportInput, price: string): ReportInput {
  const { run, samples, summary } = input;
  const priced = priceSummary(run, samples, summary, parsePrice(price));
  return { ...input, summary: { ...summary, price: priced } };
}

const plain = syntheticInput(CALM);
const input = withPrice(plain, BOTH);

function sentences({ run, summary }: ReportInput): readonly string[] {
  const [answer] = priceAnswers(summary, makeTables(summary, run.study));
  return answer!.sentences.map(said);
}

test('a table for each number of objects has traffic, CPU with its interval, and both together', () => {
  const tables = priceTables(input.run, input.summary);
  assert.deepEqual(
    tables.map(({ title }) => title.replaceAll(/\s/gu, ' ')),
    [10, 100, '1 000'].map((n) => `What a million answers cost, in $ · ${n} objects`),
  );
  const [first] = tables;
  assert.deepEqual(
    first!.columns.map(({ title }) => title),
    ['way', 'traffic', 'CPU', '95 % interval', 'together'],
  );
  for (const [way, traffic, cpu, interval, together] of first!.rows) {
    assert.match(way!, /^(json|xml|protobuf)( \+ gzip-6)?$/);
    const [low, high] = /^\[(.+), (.+)\]$/.exec(interval!)!.slice(1).map(Number);
    assert.ok(low! <= Number(cpu) && Number(cpu) <= high!);
    assert.ok(Math.abs(Number(traffic) + Number(cpu) - Number(together)) < 0.011);
  }
  assert.match(tables.at(-1)!.notes.join('\n'), /\$0\.09 a GB[\s\S]*\$0\.04 an hour of one core/);
});

test('what has no price has no column', () => {
  const titles = (price: string) =>
    priceTables(input.run, withPrice(plain, price).summary)[0]!.columns.map(({ title }) => title);
  assert.deepEqual(titles('egress=1/GB'), ['way', 'traffic']);
  assert.deepEqual(titles('cpu=1 EUR/h'), ['way', 'CPU', '95 % interval']);
  assert.deepEqual(priceTables(plain.run, plain.summary), []);
});

test('where the fastest is not the cheapest, its gain is told with what it costs', () => {
  assert.match(
    sentences(input)[0]!,
    /^protobuf is 0\.\d+ ms \[.+\] to \d+\.\d ms \[.+\] faster than xml \+ gzip-6 and costs \$0\.\d\d to \$\d+\.\d\d \[.+\] more a million$/,
  );
});

test('where nothing is cheaper than the fastest, that is said instead', () => {
  assert.deepEqual(sentences(withPrice(plain, 'cpu=1/h')), [
    'nothing is known to be cheaper than protobuf, which has the lowest median',
  ]);
});

test('every report has the tables and the sentences', async () => {
  const page = String(await rendered(htmlReport, input));
  const look = { columns: 80, colour: false, htmlPath: null };
  const text = terminalText(input.run, input.summary, look);
  for (const report of [page, text, markdown(input)]) {
    assert.match(report, /What a million answers cost, in (\\)?\$/);
    assert.match(report, /Is the fastest the cheapest\?/);
  }
  assert.ok(text.split('\n').every((line) => line.length <= 80));
  assert.doesNotMatch(terminalText(plain.run, plain.summary, look), /million|cheapest/);
});

test('what is left out and what nobody knows is said beneath the tables', () => {
  const { run, rows, probes } = syntheticMessages();
  const messages = withPrice({ run, samples: rows, summary: summarise(run, rows, probes) }, BOTH);
  assert.deepEqual(priceTables(run, messages.summary), []);
  assert.match(sentences(messages)[0]!, /^\d+ cells are left out: messages of a sequence are no answers$/);
  const untimed = syntheticInput(CALM);
  for (const column of ['encodeMs', 'compressMs', 'serverComputeMs'] as const)
    untimed.samples.numbers[column].fill(0);
  const summary = summarise(untimed.run, untimed.samples, []);
  const { summary: priced } = withPrice({ ...untimed, summary }, BOTH);
  const tables = priceTables(untimed.run, priced);
  assert.deepEqual(tables[0]!.rows[0]!.slice(2), ['not known', '', 'not known']);
  assert.match(tables.at(-1)!.notes.join('\n'), /^CPU of .*json.* is not known: the target tells no times/m);
  assert.deepEqual(priceAnswers(priced, makeTables(priced, untimed.run.study)), []);
});

test('advice says where money says otherwise than time', () => {
  const advised = withPrice(advisedInput(CALM), BOTH);
  const ofEach = (summary: typeof advised.summary) =>
    adviceAnswers(advised.run, summary)[0]!
      .sentences.filter(({ sumsUp }) => sumsUp !== true)
      .map(said);
  const [none] = ofEach(advised.summary);
  assert.match(
    none!,
    /\. Money says otherwise: xml \+ gzip-6 costs \$\d+\.\d\d.* less a million answers and takes \d+\.\d ms longer/,
  );
  const [unpriced] = ofEach(advisedInput(CALM).summary);
  assert.doesNotMatch(unpriced!, /million/);
});

test('a cheaper way of which the time is open is not said to be as fast', () => {
  const { run, summary } = withPrice(advisedInput(CALM), BOTH);
  const [measured, ...others] = summary.advice!.networks;
  assert.equal(measured!.kind, 'measured');
  const told = (open: readonly string[]) => {
    const network = { ...measured, open, epsilonMs: 1_000 } as MeasuredAdvice;
    const changed = { ...summary, advice: { networks: [network, ...others] } };
    return said(adviceAnswers(run, changed)[0]!.sentences.find(({ sumsUp }) => sumsUp !== true)!);
  };
  const { cheapest } = summary.price!.groups.find(({ rows }) =>
    rows.some(({ cell }) => cell === (measured as MeasuredAdvice).recommended),
  )!;
  assert.match(told([]), /less a million answers and is about as fast/);
  assert.match(told([cheapest!]), /less a million answers and may be about as fast/);
});
