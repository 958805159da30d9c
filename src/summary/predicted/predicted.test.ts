import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrotli } from '../../../test/support/records/with-brotli.ts';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { predictedSummary } from './predicted.ts';

const { run, samples, summary } = syntheticInput({ sessions: 4, blocks: 6 });
const isBrotli = ({ compression }: RequestCell) => compression.coding === 'br';

test('what its browser asks for on loopback alone neither wins nor flips over a network, and is named', () => {
  const { rankings, crossovers } = predictedSummary(withBrotli(run), samples, summary)!;
  assert.ok(rankings.length > 0);
  for (const { ways, untold, notOffered = [] } of rankings) {
    assert.ok(![...ways.map(({ factors }) => factors), ...untold].some(isBrotli));
    assert.deepEqual(
      notOffered.map(({ factors }) => isBrotli(factors)),
      [true],
    );
  }
  const overNetworks = crossovers.filter(({ by }) => by !== 'n');
  assert.ok(overNetworks.length > 0 && !overNetworks.some(({ a, b }) => isBrotli(a) || isBrotli(b)));
});

test('where everything is asked for everywhere, nothing is left out', () => {
  const { rankings } = predictedSummary(run, samples, summary)!;
  assert.ok(rankings.every((ranking) => !('notOffered' in ranking)));
});
