import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { holdsToGolden } from '../../../test/support/reports/golden.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import { said } from '../answers/answer.ts';
import { htmlReport } from '../html.ts';
import { markdown } from '../markdown.ts';
import { terminalText } from '../terminal.ts';
import { adviceAnswers } from './sentences.ts';
import { adviceTables } from './tables.ts';

const CALM = { seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 };
const INPUT = advisedInput(CALM);

const sentences = ({ run, summary }: typeof INPUT) =>
  adviceAnswers(run, summary).flatMap((answer) => answer.sentences.map(said));

test('each network gets one sentence: what to send, against today, with its interval', () => {
  const [none, predicted] = sentences(INPUT);
  assert.match(
    none!,
    /^Without a network limit: protobuf, \d[\d.]* ms against \d[\d.]* ms as you send it today, \d\.\d+× \[\d\.\d+, \d\.\d+\]/,
  );
  assert.match(
    predicted!,
    /^On 2g \(280\/256 kbit\/s, 800 ms\): predicted, not measured: protobuf \+ gzip-6, about \d+ ms against about 2 200 ms/,
  );
  assert.match(predicted!, /the time given \(--budget\) was too short to measure there$/);
});

test('what is not decided is said to be so', () => {
  const [none] = sentences(advisedInput({ seed: 7 }));
  assert.match(none!, /: perhaps protobuf, .* as you send it today: undecided, \d\.\d+× \[/);
});

test('who sends the best already is told so, and is not told to change', () => {
  const today = { format: ['protobuf'], compression: ['none'] };
  const [none] = sentences(advisedInput(CALM, today));
  assert.match(none!, /: as today, protobuf, \d[\d.]* ms: nothing is faster/);
  const [noisy] = sentences(advisedInput({ seed: 7 }, today));
  assert.match(noisy!, /: perhaps as today, protobuf, \d[\d.]* ms: nothing is found faster; .* undecided/);
});

test('what cannot carry the data, and what loses the order of keys, is said', () => {
  const notes = sentences(INPUT).join('\n');
  assert.match(notes, /left out: CSV cannot carry \[3\]\.tags: an array/);
  assert.match(notes, /the order of keys varies in these data; protobuf brings them in one order/);
  assert.match(notes, /today: json without compression, as orders\.json is; --today says how/);
  const { run, summary } = INPUT;
  const wide = { ...run.advice!, payload: { ...run.advice!.payload, sourceBytes: 900_000 } };
  const told = sentences({ ...INPUT, run: { ...run, advice: wide }, summary }).join('\n');
  assert.match(told, /\(440 000 bytes as it is written here, 900 000 in the source\)/);
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
      ['json', 'today', 'nothing'],
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
