import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RequestCell, usualRequest } from '../../factors/cell.ts';
import { AS_IT_COMES } from '../../factors/compression.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { urlTables } from './tables.ts';

function factorsOf(own: Partial<RequestCell>): RequestCell {
  return usualRequest({
    dataset: 'answer',
    n: 1,
    format: 'json',
    codec: 'JSON.parse',
    encoder: 'none',
    compression: AS_IT_COMES,
    target: 'it',
    protocol: 'http1',
    ...own,
  });
}

/** The notes of a URL whose server took so long on each of two networks. */
function notesFor(roundTripMs: number | undefined, serverMs: readonly [number, number]): readonly string[] {
  const cells = serverMs.map((server, i) => ({
    id: `c${i}`,
    twinOf: null,
    factors: factorsOf({ network: ['cable', '4g'][i]! }),
    bytes: null,
    totalMs: { median: 200 },
    waitMs: 200,
    phases: { network: 200 - server, server },
  }));
  const url = { target: 'it', ...(roundTripMs !== undefined && { roundTripMs }) };
  const run = { study: { networks: [], payloads: [{ source: 'it', url }] }, sessions: [] };
  const [table] = urlTables(run as unknown as RunFile, { cells, comparisons: [] } as unknown as Summary);
  return table!.notes.filter((note) => note.includes('the way'));
}

test('what of a server’s time is the way to it is told, unless it is on this machine', () => {
  assert.deepEqual(notesFor(31.2, [84, 84]), [
    'of the server’s 84.0 ms about 31.2 ms is the way from this machine to it and back, which comes on top of the emulated network',
  ]);
  assert.match(notesFor(31.2, [84, 90])[0]!, /^of the server’s 84\.0 to 90\.0 ms about 31\.2 ms/);
  assert.match(notesFor(31.2, [30, 33])[0]!, /about 30\.0 ms is the way/, 'never more than all of it');
  assert.deepEqual(notesFor(0.4, [84, 84]), []);
  assert.deepEqual(notesFor(undefined, [84, 84]), []);
});

function cellOf(own: Partial<RequestCell>, i: number) {
  return {
    id: `c${i}`,
    twinOf: null,
    factors: factorsOf(own),
    bytes: null,
    totalMs: i === 2 ? null : { median: 200 },
    reason: 'the budget has no time for it',
    waitMs: 200,
    phases: { network: 200 },
  };
}

test('what else than the network varies among its cells has a table for each, the notes in the last', () => {
  const cells = [{}, { connection: 'cold' }, { connection: 'cold', network: '4g' }] as const;
  const run = { study: { networks: [], payloads: [{ source: 'it', url: { target: 'it' } }] }, sessions: [] };
  // A cold connection is held against a warm one of the same server, which is another question's answer.
  const comparisons = [{ a: 'c1', b: 'c0', asked: true, verdict: 'open' }];
  const summary = { cells: cells.map(cellOf), comparisons };
  const tables = urlTables(run as unknown as RunFile, summary as unknown as Summary);
  assert.deepEqual(
    tables.map(({ title, rows }) => [title, rows.map(([network]) => network)]),
    [
      ['What users wait for, ms · it · warm connections', ['none']],
      ['What users wait for, ms · it · cold connections', ['none', '4g']],
    ],
  );
  assert.deepEqual(tables[0]!.notes, []);
  assert.match(tables[1]!.notes.join('\n'), /^4g · cold connections is not measured: the budget/);
  assert.doesNotMatch(tables[1]!.notes.join('\n'), /it and it/);
});

test('tables of two URLs that look alike have their names', () => {
  const targets = ['h/orders?token=…', 'http://h/orders?token=…'];
  const payloads = targets.map((target) => ({ source: targets[1], url: { target } }));
  const run = { study: { networks: [], payloads }, sessions: [] };
  const summary = { cells: targets.map((target, i) => cellOf({ target }, i)), comparisons: [] };
  assert.deepEqual(
    urlTables(run as unknown as RunFile, summary as unknown as Summary).map(({ title }) => title),
    [
      'What users wait for, ms · h/orders?token=… (http://h/orders?token=…)',
      'What users wait for, ms · http://h/orders?token=…',
    ],
  );
});
