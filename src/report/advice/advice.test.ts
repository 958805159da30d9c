import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { holdsToGolden } from '../../../test/support/reports/golden.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import type { MeasuredAdvice, NetworkAdvice, PredictedAdvice } from '../../summary/advice/advice.ts';
import { summarise } from '../../summary/summarise.ts';
import { said } from '../answers/answer.ts';
import { htmlReport } from '../html/html.ts';
import { markdown } from '../markdown.ts';
import { terminalText } from '../terminal/terminal.ts';
import { adviceAnswers } from './sentences.ts';
import { adviceTables } from './tables.ts';

const CALM = { seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 };
const XML = { format: ['xml'], compression: ['none'] };
/** As it is measured. */
const JSON_WAY = { format: 'json', codec: 'response.json', compression: 'none' };
const INPUT = advisedInput(CALM, XML);

/** `sumsUp`: the one for all networks, which stands before those of each. */
const told = ({ run, summary }: typeof INPUT, sumsUp: boolean) =>
  adviceAnswers(run, summary).flatMap((answer) =>
    answer.sentences.filter((each) => (each.sumsUp === true) === sumsUp).map(said),
  );
const sentences = (input: typeof INPUT) => told(input, false);
const overAll = (input: typeof INPUT) => told(input, true);

test('each network gets one sentence: what to send instead of today’s, what that asks for, what more would gain', () => {
  const [none, predicted] = sentences(INPUT);
  assert.match(
    none!,
    /^Without a network limit: json: nothing to install, \d[\d.]* ms instead of \d[\d.]* ms, \d\.\d+× \[\d\.\d+, \d\.\d+\]; protobuf would save 0\.\d+ ms more and needs protobufjs \(24 kB\), a schema and eval$/,
  );
  assert.match(
    predicted!,
    /^On 2g \(280\/256 kbit\/s, 800 ms\): predicted, not measured: protobuf \+ gzip-6, about \d+ ms against about 2 500 ms/,
  );
  assert.match(predicted!, /the time given \(--budget\) was too short to measure there$/);
});

test('what is open is said to be so, and what few sessions say is provisional', () => {
  const rough = { seed: 7, sessions: 4, blocks: 3, blockSd: 0.6 };
  const [none] = sentences(advisedInput(rough, XML));
  assert.match(none!, /, the best so far: |is the best so far: /);
  assert.match(none!, /[\w +’-]+ may be as good/);
  const [few] = sentences(advisedInput({ ...CALM, sessions: 3 }, XML));
  assert.match(few!, /: json is the best so far: .*\. Provisional, with fewer than four sessions$/);
});

test('today’s way is the first of those that may be as good, and of many more their number is told', () => {
  const [none] = INPUT.summary.advice!.networks;
  const measured = none as MeasuredAdvice;
  const others = INPUT.summary.cells.map(({ id }) => id).filter((id) => id !== measured.today);
  const openTo = (open: readonly string[]) =>
    sentences({
      ...INPUT,
      summary: { ...INPUT.summary, advice: { networks: [{ ...measured, settled: false, open }] } },
    })[0]!;
  assert.match(
    openTo([others[0]!, measured.today!]),
    /^Without a network limit: today’s xml may be as good as json, the best so far: nothing to install, .*\. [\w +-]+ may be as good too$/,
  );
  assert.match(openTo([measured.today!]), /: today’s xml may be as good as json, [^.]*(\d\.\d[^.]*)*$/);
  const many = others.slice(0, 4);
  assert.match(
    openTo(many),
    /: json is the best so far: .*\. [\w +-]+, [\w +-]+ and 2 other ways may be as good$/,
  );
});

test('one sentence for all networks says one way, or which for which, and how far it is known', () => {
  const [none, slow] = INPUT.summary.advice!.networks as [MeasuredAdvice, PredictedAdvice];
  const on = (...networks: NetworkAdvice[]) =>
    overAll({ ...INPUT, summary: { ...INPUT.summary, advice: { networks } } });
  assert.deepEqual(on(none), []);
  assert.deepEqual(on(none, slow), [
    'Which way depends on the network: json without a network limit, protobuf + gzip-6 on 2g (predicted)',
  ]);
  const lte: MeasuredAdvice = { ...none, network: 'lte' };
  const [same] = on(none, lte);
  assert.match(same!, /^On all networks: json: nothing to install, \d\.\d\d ms less than today$/);
  // Each has its own within ε: one that is as good on each is taken.
  const other: MeasuredAdvice = { ...lte, recommended: none.ties[0]!, ties: [none.recommended] };
  assert.match(on(none, other, none)[0]!, /^On all networks: json: nothing to install, /);
  const open: MeasuredAdvice = { ...lte, network: '4g', settled: false };
  const predictedSame = { ...slow, recommended: { ...slow.recommended, ...JSON_WAY } };
  assert.match(
    on(none, lte, open, predictedSame)[0]!,
    /^On all networks: json: .* less than today without a network limit and on lte and 4g \(open on 4g, predicted on 2g\)$/,
  );
  const asToday: MeasuredAdvice = { ...lte, recommended: none.today!, gain: null };
  assert.deepEqual(on(asToday, { ...asToday, network: '4g' }), ['On all networks: today’s xml']);
  assert.deepEqual(
    on({ ...asToday, ties: [] }, { ...none, network: '4g', ties: [] }, { ...open, network: '3g', ties: [] }),
    ['Which way depends on the network: today’s xml on lte, json on 4g and 3g (open on 3g)'],
  );
});

test('where the recommended way needs something, the quickest that needs nothing stands beside it', () => {
  const { run, ...input } = INPUT;
  const advice = { ...run.advice!, epsilon: { share: 0.01, ms: 0 } };
  const advised = { ...run, advice };
  const { rows, probes } = syntheticRecord({ kind: 'quick', ...CALM });
  const [none] = sentences({ ...input, run: advised, summary: summarise(advised, rows, probes) });
  assert.match(
    none!,
    /: protobuf: needs protobufjs \(24 kB\), a schema and eval, .*; json needs nothing and takes 0\.\d+ ms longer$/,
  );
});

test('a browser that does not take the compression is named, with what it takes', () => {
  const [none] = INPUT.summary.advice!.networks;
  const measured = none as MeasuredAdvice;
  const notTakenBy = ['webkit'];
  const forAll = { cell: measured.faster!.cell, extraMs: 2, needs: measured.faster!.needs };
  const advice = { networks: [{ ...measured, needs: { ...measured.needs, notTakenBy }, forAll }] };
  const [told] = sentences({ ...INPUT, summary: { ...INPUT.summary, advice } });
  assert.match(told!, /\. WebKit does not take it: protobuf there, 2\.00 ms longer, which needs .*$/);
  const near = {
    networks: [
      { ...measured, needs: { ...measured.needs, notTakenBy }, forAll: { ...forAll, extraMs: 0.008 } },
    ],
  };
  const [alike] = sentences({ ...INPUT, summary: { ...INPUT.summary, advice: near } });
  assert.match(alike!, /\. WebKit does not take it: protobuf there, about as fast, which needs .*$/);
  const open = [measured.recommended];
  const unsure = {
    networks: [{ ...measured, needs: { ...measured.needs, notTakenBy }, forAll: { ...forAll, open } }],
  };
  const [either] = sentences({ ...INPUT, summary: { ...INPUT.summary, advice: unsure } });
  assert.match(either!, /: protobuf there, 2\.00 ms longer, .* \(json may be as good there\)$/);
});

test('beside a twin that differs nothing is recommended to build on', () => {
  const [none] = INPUT.summary.advice!.networks;
  const alarm = { twin: INPUT.summary.twin!, cells: [] };
  const advice = { networks: [{ ...(none as MeasuredAdvice), alarm, settled: false }] };
  const [told] = sentences({ ...INPUT, summary: { ...INPUT.summary, advice } });
  assert.match(
    told!,
    /: nothing to build on: .* and its twin, which are the same, differ in this run; it found json/,
  );
});

test('who sends the best already is told so, and is not told to change', () => {
  const today = { format: ['protobuf'], compression: ['none'] };
  const [none] = sentences(advisedInput(CALM, today));
  assert.match(
    none!,
    /: as today, protobuf, \d[\d.]* ms: nothing is known to be faster by more than 1\.00 ms; json needs nothing and takes 0\.\d+ ms longer$/,
  );
});

test('what cannot carry the data, and what loses the order of keys, is said', () => {
  const notes = sentences(INPUT).join('\n');
  assert.match(notes, /left out: CSV cannot carry \[3\]\.tags: an array/);
  assert.match(notes, /the order of keys varies in these data; protobuf brings them in one order/);
  assert.match(notes, /today: xml without compression, as orders\.json is; --today says how/);
  const { run, summary } = INPUT;
  const wide = { ...run.advice!, payload: { ...run.advice!.payload, sourceBytes: 900_000 } };
  const told = sentences({ ...INPUT, run: { ...run, advice: wide }, summary }).join('\n');
  assert.match(told, /\(500 000 bytes as it is written here, 900 000 in the source\)/);
  const of300 = { ...wide, payload: { ...wide.payload, count: 300 } };
  const resampled = sentences({ ...INPUT, run: { ...run, advice: of300 }, summary }).join('\n');
  assert.doesNotMatch(resampled, /in the source/);
  assert.match(resampled, /n = 1000: every record comes about 3 times; compression finds the copies/);
  assert.doesNotMatch(told, /copies/);
});

test('a table says what each way needs of a page and of the server, another shows both bills adding up', () => {
  const [needs, bill] = adviceTables(INPUT.run, INPUT.summary);
  assert.deepEqual(
    needs!.rows.map((row) => [row[0], row[1], row[4]]),
    [
      ['xml', 'today', 'schema'],
      ['json', '', 'nothing'],
      ['protobuf', '', 'protobufjs 24.3 kB, schema, eval'],
    ],
  );
  assert.deepEqual(
    bill!.columns.map(({ title }) => title),
    ['mean ms', '', 'today', 'best'],
  );
  for (const column of [2, 3]) {
    const figures = bill!.rows.map((row) => Number(row[column]!.replace(/[~ ]/g, '').replace('−', '-')));
    const total = figures.at(-1)!;
    const parts = figures.slice(0, -1).reduce((sum, figure) => sum + figure, 0);
    assert.ok(Math.abs(parts - total) < 0.01 * total + 0.1, `${parts} against ${total}`);
  }
});

test('every report tells the advice', async () => {
  const look = { columns: 80, colour: false, htmlPath: 'runs/x/report.html' };
  holdsToGolden('advice-80.txt', terminalText(INPUT.run, INPUT.summary, look), process.env);
  assert.match(markdown(INPUT), /\*\*What to send\?\*\*[\s\S]*\*\*What it takes\*\*/);
  const html = (await rendered(htmlReport, INPUT)).toString('utf8');
  assert.match(html, /What to send\?[\s\S]*What it takes[\s\S]*5 ways screened, 1 refusal</);
});
