import assert from 'node:assert/strict';
import { test } from 'node:test';
import { falseRunsOf, RUNS } from '../../bench/a-a.ts';

// The same data under six names: whatever a run tells to be faster or slower is false. WIREFARE_PROVE_RUNS
// says how many runs; forty take a quarter of an hour.

const runs = Number(process.env.WIREFARE_PROVE_RUNS ?? RUNS);

test(`of ${runs} runs of the same data under six names one in twenty at most tells a difference`, async (t) => {
  const falseRuns = await falseRunsOf(runs, (line) => t.diagnostic(line));
  assert.ok(falseRuns <= Math.ceil(runs / 20), `${falseRuns} of ${runs} runs`);
});
