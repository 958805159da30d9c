import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUNS, runsOfTheSame } from '../../bench/a-a.ts';
import { faultsOfTheSame } from '../support/proofs/judges.ts';

// The same data under six names: whatever a run tells to be faster or slower is false. All runs are complete
// and answer half of what is asked at least, since of runs that tell nothing none is false.
// WIREFARE_PROVE_RUNS says how many runs; forty take a quarter of an hour.

const runs = Number(process.env.WIREFARE_PROVE_RUNS ?? RUNS);

test(`of ${runs} runs of the same data under six names one in twenty at most tells a difference`, async (t) => {
  const found = await runsOfTheSame(runs, (line) => t.diagnostic(line));
  assert.equal(found.length, runs);
  assert.deepEqual(faultsOfTheSame(found), []);
});
