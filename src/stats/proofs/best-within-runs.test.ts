import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceRuns } from './best-within-runs.ts';

const RUN = { epsilon: 0.05, candidateSd: () => 0.02, sessions: 45 };
const QUICKER_IS_SIMPLER = (i: number) => i;
const SLOWER_IS_SIMPLER = (i: number) => -i;

for (const [name, candidates] of [
  ['some within ε and some far', [1, 1.03, 1.06, 1.1, 1.5, 3]],
  ['all others just beyond ε', [1, 1.055, 1.055, 1.055, 1.055]],
  ['two, just beyond ε', [1, 1.055]],
  ['several as good as the best', [1, 1, 1, 1.06, 1.06]],
] as const) {
  test(`whatever may be recommended is within ε of the truly best in 95 % of runs: ${name}`, () => {
    const outcome = adviceRuns({ ...RUN, placeOf: QUICKER_IS_SIMPLER, candidates }, 200, 1);
    assert.ok(outcome.wrong <= 0.05, JSON.stringify(outcome));
    assert.ok(outcome.decided > 0.8, JSON.stringify(outcome));
    assert.ok(outcome.sessionsOfCandidate <= outcome.sessions, JSON.stringify(outcome));
  });
}

test('candidates of unlike noise, too', () => {
  const candidates = [1, 1.03, 1.055, 1.055, 1.2];
  const candidateSd = (i: number) => 0.01 * (1 + (i % 3));
  const outcome = adviceRuns({ ...RUN, placeOf: QUICKER_IS_SIMPLER, candidates, candidateSd }, 200, 2);
  assert.ok(outcome.wrong <= 0.05, JSON.stringify(outcome));
});

for (const [name, candidates] of [
  ['two, 3 % apart', [1, 1.03]],
  ['some within ε and some far', [1, 1.03, 1.06, 1.1, 1.5, 3]],
  ['several nearly as good as the best', [1, 1.02, 1.03, 1.04, 1.3]],
] as const) {
  test(`the simplest within ε is not dropped for being slower, in 95 % of runs: ${name}`, () => {
    for (const sessions of [4, 8, 26]) {
      const run = { ...RUN, sessions, placeOf: SLOWER_IS_SIMPLER, candidates };
      const { wrong, lost } = adviceRuns(run, 200, 3);
      assert.ok(wrong <= 0.05 && lost <= 0.05, `${sessions}: ${wrong}, ${lost}`);
    }
  });
}
