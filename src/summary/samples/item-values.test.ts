import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { countedSamples } from './counted-samples.ts';
import { itemValues } from './item-values.ts';

test('in a session that was not its turn a cell’s decompression is what the others found', () => {
  const { run, rows, probes } = syntheticRecord({ sessions: 4, blocks: 3 });
  const cell = run.plan.cells.find(({ id, twinOf }) => {
    const own = probes.find((probe) => probe.cell === id);
    return twinOf === null && typeof own?.decompressMs === 'number' && own.decompressMs > 0;
  })!;
  const counted = countedSamples(run, rows);
  const inFirst = (some: typeof probes, metric: 'decompress' | 'transfer') =>
    itemValues(run, counted, some)(cell).of(metric, 0);
  const outOfTurn = probes.map((probe) =>
    probe.session === 0 ? { ...probe, decompressMs: null, decompressBy: null } : probe,
  );
  const [asked, notAsked] = [probes, outOfTurn].map((some) => inFirst(some, 'decompress')) as [
    number,
    number,
  ];
  assert.ok(asked > 0 && Math.abs(notAsked / asked - 1) < 0.5, `${notAsked}, ${asked} in its turn`);
  const moved = inFirst(outOfTurn, 'transfer') - inFirst(probes, 'transfer');
  assert.ok(Math.abs(moved) <= Math.abs(asked - notAsked) + 1e-9, `${moved}`);
});
