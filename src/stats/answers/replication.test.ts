import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { confidenceInterval, estimateFromSessions } from '../estimates/estimate.ts';
import { normal } from '../simulated.ts';
import {
  decidingReach,
  isReplicatedForGood,
  judgeReplication,
  judgeShareReplication,
} from './replication.ts';

const cases = [
  // A figure with a direction.
  [1.2, [1.15, 1.25], [1.18, 1.22], 'replicated'],
  [1.29, [1.28, 1.3], [1.18, 1.22], 'replicated'],
  [1.55, [1.5, 1.6], [1.18, 1.22], 'not replicated'],
  [1.03, [1.01, 1.05], [1.18, 1.22], 'not replicated'],
  [0.995, [0.98, 1.01], [3.2, 3.2], 'not replicated'],
  [1.04, [0.9, 1.2], [1.18, 1.22], 'open'],
  [0.85, [0.8, 0.9], [1.18, 1.22], 'opposite'],
  // The interval reaches the range, the estimate does not.
  [1.39, [1.01, 1.9], [2, 4], 'open'],
  [1.5, [1.1, 2], [2, 4], 'open'],
  [1.9, [1.5, 2.4], [2, 4], 'replicated'],
  // Below 1.
  [0.85, [0.8, 0.9], [0.5, 1], 'replicated'],
  [1.15, [1.1, 1.2], [0.5, 1], 'opposite'],
  // Only a direction.
  [3.7, [1.5, 9], [1, null], 'replicated'],
  [1.12, [0.97, 1.3], [1, null], 'open'],
  [1.12, [1.01, 1.3], [1, null], 'open'],
  [1, [0.99, 1.01], [1, null], 'not replicated'],
  [0.67, [0.5, 0.9], [1, null], 'opposite'],
  [0.67, [0.5, 0.9], [null, 1], 'replicated'],
  // Whatever the difference is, it is none that was claimed, also where the opposite is not proven.
  [0.975, [0.95, 0.999], [1, null], 'not replicated'],
  [0.975, [0.95, 0.999], [1, 1.19], 'not replicated'],
  [0.9, [0.79, 1.02], [1, null], 'not replicated'],
  [0.9, [0.79, 1.021], [1, null], 'open'],
  [1.03, [0.99, 1.08], [null, 1], 'not replicated'],
  [1.03, [0.97, 1.09], [null, 1], 'open'],
  // On the other side of 1, but within the margin.
  [0.992, [0.985, 0.999], [1.2, null], 'not replicated'],
  // No notable difference.
  [1.01, [0.98, 1.04], [0.95, 1.05], 'replicated'],
  [1.02, [0.97, 1.08], [0.95, 1.05], 'open'],
  [1.02, [0.8, 1.3], [0.95, 1.05], 'open'],
  [0.92, [0.9, 0.94], [0.95, 1.05], 'not replicated'],
  [1.25, [1.2, 1.3], [0.95, 1.05], 'not replicated'],
] as const;

for (const [estimate, interval, published, verdict] of cases) {
  test(`${estimate} [${interval}] against a published [${published}] is ${verdict}`, () => {
    assert.equal(judgeReplication(estimate, interval, published, 0.02), verdict);
  });
}

test('a direction inside the margin replicates nothing', () => {
  assert.equal(judgeReplication(1.0025, [1.001, 1.004], [1, null], 0.08), 'not replicated');
  assert.equal(judgeReplication(1.06, [1.03, 1.09], [1, null], 0.08), 'open');
});

test('a difference that was claimed is refuted by chance no more often than a level allows', () => {
  const random = seededRandom(7);
  const alpha = 0.025;
  let refuted = 0;
  const runs = 4_000;
  for (let run = 0; run < runs; run++) {
    // Just beyond the margin, where it is refuted most easily.
    const logs = Float64Array.from({ length: 5 }, () => Math.log(1.021) + 0.05 * normal(random));
    const estimate = estimateFromSessions(logs);
    const verdict = judgeReplication(
      Math.exp(estimate.log),
      confidenceInterval(estimate, alpha),
      [1, null],
      0.02,
    );
    if (verdict === 'not replicated' || verdict === 'opposite') refuted++;
  }
  assert.ok(refuted / runs < alpha / 2 + 0.004, `${refuted} of ${runs}`);
});

test('a published difference smaller than the margin is neither replicated nor refuted', () => {
  assert.equal(judgeReplication(1.0025, [1.001, 1.004], [1, 1.05], 0.08), 'open');
  assert.equal(judgeReplication(0.9975, [0.996, 0.999], [0.95, 1], 0.08), 'open');
});

test('a border of bytes is taken at its word, a published figure of theirs is not', () => {
  assert.equal(judgeReplication(1.4, [1.4, 1.4], [1.5, null], 0), 'not replicated');
  assert.equal(judgeReplication(1.5, [1.5, 1.5], [1.5, null], 0), 'replicated');
  assert.equal(judgeReplication(1.4, [1.4, 1.4], [1.5, 1.5], 0), 'replicated');
});

const shares = [
  [[0.68, 0.72], 'replicated'],
  [[0.62, 0.78], 'replicated'],
  // The estimate would lie inside the widened range, half of the interval outside: as it came of a busy
  // machine.
  [[0.56, 0.62], 'open'],
  [[0.4, 0.95], 'open'],
  [[0.5, 0.55], 'not replicated'],
  [[0.9, 0.95], 'not replicated'],
] as const;

for (const [interval, verdict] of shares) {
  test(`a share of [${interval}] against a published [0.65,0.75] is ${verdict}`, () => {
    assert.equal(judgeShareReplication(interval, [0.65, 0.75]), verdict);
  });
}

test('a share claimed to be at most something has no lower end', () => {
  assert.equal(judgeShareReplication([0.001, 0.01], [null, 0.03]), 'replicated');
  assert.equal(judgeShareReplication([0.05, 0.06], [null, 0.03]), 'not replicated');
});

/** How far apart the estimate and a ratio are. */
const apart = (estimate: number, ratio: number) => Math.abs(Math.log(estimate / ratio));

const reaches = [
  ['a direction ends where the margin does', 1.12, [1, null], 1.02],
  ['the widened end of a direction decides nothing', 0.93, [1, null], 1.02],
  ['nor the widened end that the estimate is inside of', 1.3, [1.18, 1.22], 1.02],
  ['outside the range it is the nearest end', 1.5, [1.18, 1.22], 1.22 * 1.1],
  ['whatever the margin is', 1.05, [1.18, 1.22], 1.18 / 1.1],
  ['no notable difference has the ends that it is read with', 1.1, [0.95, 1.05], 1.05],
] as const;

for (const [what, measured, published, border] of reaches) {
  test(`an interval that decides: ${what}`, () => {
    const reach = decidingReach({ measured, published, margin: 0.02, isShare: false })!;
    assert.ok(Math.abs(reach - apart(measured, border)) < 1e-9, `${Math.exp(reach)}`);
  });
}

test('no interval decides what the margin cannot tell from none', () => {
  const judged = { measured: 1, published: [1, 1.01], margin: 0.02, isShare: false } as const;
  assert.equal(decidingReach(judged), null);
  const share = { measured: 0.2, published: [0.1, 0.15], margin: 0.02, isShare: true } as const;
  assert.ok(Math.abs(decidingReach(share)! - apart(0.2, 0.15 * 1.1)) < 1e-9);
});

test('an interval inside a published range that reaches beyond the margin keeps it', () => {
  assert.equal(judgeReplication(1.02, [1.01, 1.03], [1, 1.08], 0.02), 'replicated');
  assert.equal(judgeReplication(1.01, [0.99, 1.03], [1, 1.08], 0.02), 'open');
  // Without an upper end a difference is claimed that somebody would notice.
  assert.equal(judgeReplication(1.02, [1.01, 1.03], [1, null], 0.02), 'open');
});

test('replicated for good is what lies inside the widened range whole', () => {
  assert.ok(isReplicatedForGood([1.9, 2.15], [2, 2]));
  assert.ok(!isReplicatedForGood([1.4, 3.3], [2, 2]));
  assert.ok(isReplicatedForGood([1.5, 9], [1, null]));
  assert.ok(!isReplicatedForGood([1.2, 9], [1.5, null]));
  assert.ok(isReplicatedForGood([0.1, 0.3], [null, 0.5]));
});
