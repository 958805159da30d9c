import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { urlTables } from './tables.ts';

/** The notes of a URL whose server took so long on each of two networks. */
function notesFor(roundTripMs: number | undefined, serverMs: readonly [number, number]): readonly string[] {
  const cells = serverMs.map((server, i) => ({
    id: `c${i}`,
    twinOf: null,
    factors: { kind: 'request', target: 'it', network: ['cable', '4g'][i] },
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
