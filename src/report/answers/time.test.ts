import assert from 'node:assert/strict';
import test from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { makeTables } from '../words/groups.ts';
import { whereTimeGoes } from './time.ts';

function told(change: (cell: CellSummary) => CellSummary): readonly string[] {
  const { run, summary } = madeUp({ n: [1000], compressions: ['gzip-6'] });
  const changed = { ...summary, cells: summary.cells.map(change) };
  return whereTimeGoes(makeTables(changed, run.study), '').flatMap(({ sentences }) =>
    sentences.map(({ text }) => text),
  );
}

/** All of the time is in one item. */
function all(phase: 'transfer' | 'decode', cell: CellSummary): CellSummary {
  return { ...cell, phases: { [phase]: cell.totalMs!.mean } };
}

test('a transfer that holds the server’s compressing is not called the network', () => {
  assert.match(told((cell) => all('transfer', cell)).join(), /^the network is the largest part/);
  assert.deepEqual(
    told((cell) => ({ ...all('transfer', cell), streamed: true })),
    [],
  );
  const decoding = told((cell) => ({ ...all('decode', cell), streamed: true }));
  assert.match(decoding.join(), /^the client’s work on the data is the largest part/);
});
