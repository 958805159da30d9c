import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sequenceCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { UNCOMPRESSED } from '../../factors/compression.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { summarise } from '../summarise.ts';
import { repeatedRecords } from './repeated-records.ts';

const { run, rows } = syntheticMessages({ sessions: 2, blocks: 2, seed: 3 });
const [cell] = summarise(run, rows, []).cells.filter(
  ({ factors }) => recordedCell(factors).transport === 'websocket',
);
const DEFLATED = {
  ...cell!,
  factors: sequenceCell({ dataset: 'chat', n: 1_000, compression: 'permessage-deflate' }),
  bytes: { encoded: 200_000, decoded: 200_000, headers: 0 },
};
const payload = (count: number) => ({ name: 'chat', shape: 'list', count }) as const;

test('records that permessage-deflate sees again and again are told', () => {
  const [warning, ...more] = repeatedRecords([DEFLATED], [payload(50)]);
  assert.match(warning!.what, /^chat has 50 records, and sequences of 1000 messages repeat them/);
  assert.equal(warning!.advice, 'name n: 50, or more records');
  assert.deepEqual(more, []);
});

test('nothing is told where nothing is repeated, deflated or near enough', () => {
  const plain = { ...DEFLATED, factors: { ...DEFLATED.factors, compression: UNCOMPRESSED } };
  const long = { ...DEFLATED, bytes: { encoded: 2e7, decoded: 2e7, headers: 0 } };
  const other = { ...DEFLATED, factors: { ...DEFLATED.factors, dataset: 'book' } };
  assert.deepEqual(repeatedRecords([DEFLATED], [payload(1_000)]), []);
  assert.deepEqual(repeatedRecords([plain, long, other], [payload(50)]), []);
  assert.deepEqual(repeatedRecords([DEFLATED], []), []);
});
