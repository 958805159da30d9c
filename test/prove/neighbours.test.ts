import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchNeighbours } from '../../bench/neighbours.ts';
import { disagreements } from '../support/proofs/judges.ts';

// XML against JSON at 1 000 Books, in a study of these two cells and in one of eighteen, each short and long,
// and Protobuf against JSON with and without a heavy cell: the answer is the same, whatever else was asked
// and however long it took, and intervals are narrow enough to see a difference of 12 %. After twenty minutes
// it is known how many runs that takes on this machine. They are made in random order, as many as can be
// begun within three hours; where that is too few the proof fails, and says that it lacks power.
// WIREFARE_PROVE_BUDGETS (`20s,50s`) are others than the bench's, one run of each and none more, which are
// likely too few to see so much.

const MOST_MS = 3 * 3_600_000;
const budgets = process.env.WIREFARE_PROVE_BUDGETS?.split(',') ?? null;

test('a ratio is the same beside one neighbour and beside seventeen, of a short run and of a long one', async (t) => {
  const asked = { budgets, mostMs: MOST_MS };
  const agreements = await benchNeighbours((line) => t.diagnostic(line), asked);
  assert.equal(agreements.length, budgets === null ? 4 : 4 * budgets.length - 2);
  assert.deepEqual(disagreements(agreements), []);
});
