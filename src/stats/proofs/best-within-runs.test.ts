import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceRuns } from './best-within-runs.ts';

const RUN = { epsilon: 0.05, candidateSd: () => 0.02, sessions: 45 };

for (const [name, candidates] of [
  ['some within ε and some far', [1, 1.03, 1.06, 1.1, 1.5, 3]],
  ['all others just beyond ε', [1, 1.055, 1.055, 1.055, 1.055]],
  ['two, just beyond ε', [1, 1.055]],
  ['several as good as the best', [1, 1, 1, 1.06, 1.06]],
] as const) {
  test(`whatever may be recommended is within ε of the truly best in 95 % of runs: ${name}`, () => {
    const outcome = adviceRuns({ ...RUN, candidates }, 200, 1);
    assert.ok(outcome.wrong <= 0.05, JSON.stringify(outcome));
    assert.ok(outcome.decided > 0.8, JSON.stringify(outcome));
    assert.ok(outcome.sessionsOfCandidate <= outcome.sessions, JSON.stringify(outcome));
  });
}

test('candidates of unlike noise, too', () => {
  const candidates = [1, 1.03, 1.055, 1.055, 1.2];
  const candidateSd = (i: number) => 0.01 * (1 + (i % 3));
  const outcome = adviceRuns({ ...RUN, candidates, candidateSd }, 200, 2);
  assert.ok(outcome.wrong <= 0.05, JSON.stringify(outcome));
});
