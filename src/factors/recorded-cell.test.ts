import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCell, requestCell, sequenceCell } from '../../test/support/cells/made-cells.ts';
import { cellKey, usualRequest, wordOf } from './cell.ts';
import { cellFromRecord, recordedCell, recordedJson } from './recorded-cell.ts';

const CELLS = [
  requestCell({ compression: 'gzip-6', procedure: 'e2', computation: 'cm1' }),
  callCell({ connection: 'cold' }),
  sequenceCell({ mode: 'paced-50', size: 'random-100-1000' }),
];

test('a cell of every kind comes back from its words as it was', () => {
  for (const cell of CELLS) assert.deepEqual(cellFromRecord(recordedCell(cell)), cell);
});

test('records write a word for every factor, also for those that a cell does not have', () => {
  const { transport, mode, size, direction } = recordedCell(CELLS[0]!);
  assert.deepEqual([transport, mode, size, direction], ['request', 'once', 'data', 'server-to-client']);
  const { procedure, computation } = recordedCell(CELLS[1]!);
  assert.deepEqual([procedure, computation], ['call', 'none']);
  const { procedure: ofSequence, connection } = recordedCell(CELLS[2]!);
  assert.deepEqual([ofSequence, connection], ['e1', 'warm']);
});

test('cells stand by their words wherever they are in a value', () => {
  const plan = { cells: [{ id: 'a', factors: CELLS[0] }], note: { kind: 'request' } };
  const { cells, note } = JSON.parse(recordedJson(plan, 0));
  assert.deepEqual(cells, [{ id: 'a', factors: recordedCell(CELLS[0]!) }]);
  assert.deepEqual(note, { kind: 'request' });
});

test('a word that is no level of its factor is told by name', () => {
  const words = { ...recordedCell(CELLS[0]!), connection: 'lukewarm' };
  assert.throws(() => cellFromRecord(words), /connection lukewarm/);
});

test('cells with the same levels have the same key, and others have another', () => {
  assert.equal(
    cellKey(CELLS[0]!),
    cellKey(requestCell({ compression: 'gzip-6', procedure: 'e2', computation: 'cm1' })),
  );
  assert.notEqual(
    cellKey(CELLS[0]!),
    cellKey(requestCell({ compression: 'gzip-9', procedure: 'e2', computation: 'cm1' })),
  );
  assert.equal(wordOf(CELLS[0]!, 'compression'), 'gzip-6');
});

test('a request has the usual level of every factor that it does not name', () => {
  const { connection, compression, ...named } = requestCell({ connection: 'cold' });
  const { dataset, n, format, codec, encoder, browser, target } = named;
  const usual = usualRequest({ dataset, n, format, codec, encoder, browser, target, connection });
  assert.deepEqual(usual, { ...named, connection, compression });
  assert.equal(connection, 'cold');
});
