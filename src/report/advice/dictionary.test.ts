import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { parseCompression } from '../../factors/compression.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { said } from '../answers/answer.ts';
import { adviceAnswers } from './sentences.ts';
import { adviceTables } from './tables.ts';

const { run, summary } = advisedInput({ seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
const notes = (of: typeof run) => adviceAnswers(of, summary).flatMap((answer) => answer.sentences.map(said));

test('advice with an answer from before says which, and who takes one', () => {
  const payload = { ...run.advice!.payload, dictionary: 'yesterday.json' };
  const [note, ...others] = notes({ ...run, advice: { ...run.advice!, payload } }).filter((text) =>
    text.startsWith('dcz: '),
  );
  assert.match(note!, /^dcz: with yesterday\.json as dictionary, .* Chromium alone takes one/);
  assert.deepEqual(others, []);
  assert.ok(!notes(run).some((text) => text.includes('dictionary')));
});

test('a way with a dictionary needs one', () => {
  const cells = summary.cells.map((cell) => {
    const isProtobuf =
      cell.factors.format === 'protobuf' && recordedCell(cell.factors).compression === 'none';
    return isProtobuf
      ? { ...cell, factors: { ...cell.factors, compression: parseCompression('dcz-3')! } }
      : cell;
  });
  const [before, after] = [summary, { ...summary, cells }].map((one) => adviceTables(run, one)[0]!.rows);
  const wayNeeds = (rows: typeof before, way: string) => rows!.find(([name]) => name === way)?.at(-1);
  assert.equal(wayNeeds(before, 'protobuf'), 'protobufjs 24.3 kB, schema, eval');
  assert.equal(wayNeeds(after, 'protobuf + dcz-3'), 'protobufjs 24.3 kB, schema, eval, dictionary');
});
