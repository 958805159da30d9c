import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchNeighbours } from '../../bench/neighbours.ts';

// XML against JSON at 1 000 Books, in a study of these two cells and in one of eighteen, each short and long:
// the answer is the same, whatever else was asked and however long it took. WIREFARE_PROVE_BUDGETS
// (`20s,50s`) are others than the bench's.

const budgets = process.env.WIREFARE_PROVE_BUDGETS?.split(',') ?? null;

test('a ratio is the same beside one neighbour and beside seventeen, of a short run and of a long one', async (t) => {
  const agreements = await benchNeighbours((line) => t.diagnostic(line), budgets);
  assert.equal(agreements.length, 3);
  for (const { name, interval } of agreements) {
    const [low, high] = interval;
    assert.ok(high < 2 * low, `${name}: too few sessions to tell anything`);
    assert.ok(low < 1 && high > 1, `${name} against the first: ${interval.map((end) => end.toFixed(3))}`);
  }
});
