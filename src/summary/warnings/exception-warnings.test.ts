import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { About } from '../../wire/target-contract.ts';
import { summarise } from '../summarise.ts';
import { exceptionWarnings } from './exception-warnings.ts';

const { run, rows, probes } = syntheticRecord({ blocks: 10 });

/** What is warned of when the targets declare these, of cells over this network. */
function warningsWith(exceptions: About['features']['exceptions'], network: string) {
  const features = { datasets: [], maxN: 1, formats: {}, compressions: { none: [] }, computations: [] };
  const about = { contract: 1, name: 'front', version: '1', versions: {}, features } as const;
  const sessions = run.sessions.map((session) => ({
    ...session,
    target: { about: { ...about, features: { ...features, exceptions } } as About, command: [] },
  }));
  const { cells } = summarise({ ...run, sessions }, rows, probes);
  const over = cells.map((cell) => ({ ...cell, factors: { ...cell.factors, network } }));
  return exceptionWarnings({ ...run, sessions }, over).map(({ what }) => what);
}

test('a rule that the target does not keep is told with its effect, where it changes figures', () => {
  const all = { http1: ['head-with-body', 'session-tickets', 'no-goaway'] };
  const [said, ...more] = warningsWith(all, 'cable');
  assert.deepEqual(more, [], 'warm exchanges find no ticket, and without GOAWAY nothing is measured');
  assert.match(
    said!,
    /^\S+ over http1 sends the head of an answer in one TLS record .* totals stand \(\d+ cells: /,
  );
  assert.deepEqual(warningsWith(all, 'none'), [], 'over loopback a record takes no time');
});

test('nothing is told of protocols that were not measured, nor where nothing is declared', () => {
  assert.deepEqual(warningsWith({ h2: ['head-with-body'] }, 'cable'), []);
  assert.deepEqual(warningsWith(undefined, 'cable'), []);
});
