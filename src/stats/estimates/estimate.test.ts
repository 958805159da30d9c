import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  confidenceInterval,
  estimateFromSessions,
  estimateOfClusteredMean,
  sumOfIndependent,
} from './estimate.ts';

const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 1e-4, `${found} ≠ ${wanted}`);

// R's `sleep` data: t.test(extra ~ group) and t.test(…, paired = TRUE).
const GROUP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const GROUP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

test("sessions in common give Student's paired test", () => {
  const estimate = estimateFromSessions(GROUP_1.map((value, i) => value - GROUP_2[i]!));
  const [low, high] = confidenceInterval(estimate, 0.05);
  near(Math.log(low), -2.4598858);
  near(Math.log(high), -0.7001142);
});

test("sessions apart give Welch's test", () => {
  const estimate = sumOfIndependent([
    estimateFromSessions(GROUP_1),
    estimateFromSessions(GROUP_2.map((value) => -value)),
  ]);
  near(estimate.degreesOfFreedom, 17.776474);
  const [low, high] = confidenceInterval(estimate, 0.05);
  near(Math.log(low), -3.3654832);
  near(Math.log(high), 0.2054832);
});

test('clusters of equal size give the standard error of the mean of their means', () => {
  const means = [10, 12, 11, 13];
  const estimate = estimateOfClusteredMean(
    means.map((value) => value * 5),
    means.map(() => 5),
  );
  near(Math.exp(estimate.log), 11.5);
  near(estimate.standardError * 11.5, Math.sqrt(5 / 3 / 4));
});

test('one unit tells nothing of the spread', () => {
  const estimate = estimateFromSessions([0.3]);
  assert.deepEqual(confidenceInterval(estimate, 0.05), [0, Number.MAX_VALUE]);
});

test('sessions without any spread have an interval of no width', () => {
  const estimate = estimateFromSessions([0, 0, 0]);
  assert.deepEqual(confidenceInterval(estimate, 0.05), [1, 1]);
});
