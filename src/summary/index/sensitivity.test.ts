import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seededRandom } from '../../base/random.ts';
import type { Metric } from '../../items/metrics.ts';
import { mean } from '../../stats/samples/quantile.ts';
import { normal } from '../../stats/simulated.ts';
import type { ItemValues } from '../samples/item-values.ts';
import { indexSpace, type TwinItems } from './index-space.ts';
import { otherBaselines } from './other-baselines.ts';
import { type Sensitivity, weightSensitivity } from './sensitivity.ts';

const METRICS: readonly Metric[] = ['encode', 'decode', 'size'];
const SESSIONS = 8;

/** Of such means, exactly; times vary by `sd` from session to session, bytes do not. */
function items(means: readonly number[], sd: number, random: Random): ItemValues {
  const values = means.map((of, k) => {
    if (METRICS[k] === 'size') return Array.from({ length: SESSIONS }, () => of);
    const drifts = Array.from({ length: SESSIONS }, () => Math.exp(sd * normal(random)));
    return drifts.map((drift) => (of * drift) / mean(drifts));
  });
  return {
    units: values[0]!.map((_, session) => session),
    of: (metric, unit) => values[METRICS.indexOf(metric)]![unit]!,
  };
}

interface Made {
  readonly sd?: number;
  readonly twins?: (random: Random) => readonly TwinItems[];
  readonly metrics?: readonly Metric[];
}

/** The first cell is the baseline, of 1 each. */
function sensitivity(
  cells: readonly (readonly number[])[],
  shares: readonly number[],
  { sd = 0.001, twins = () => [], metrics = METRICS }: Made = {},
): Sensitivity {
  const random = seededRandom(4);
  const made = cells.map((means) => items(means, sd, random));
  const space = indexSpace(
    metrics,
    cells.map((ofAll, i) => ({ cell: 'abcd'[i]!, ofAll, items: made[i]! })),
    made[0]!,
    twins(random),
    0.05,
  );
  return weightSensitivity(space, metrics, shares);
}

const CELLS = [
  [1, 1, 1],
  [0.5, 0.99, 0.8],
  [0.9, 2, 0.5],
  [1.2, 1.1, 1.5],
];

test('the winner, and what it takes for each of the others to get below it', () => {
  const { winner, rivals } = sensitivity(CELLS, [0.4, 0.1, 0.5]);
  assert.equal(winner, 'b');
  assert.deepEqual(
    rivals.map(({ cell, standing }) => [cell, standing]),
    [
      ['c', 'higher'],
      ['a', 'higher'],
      ['d', 'higher'],
    ],
  );
  const [c, a, d] = rivals.map(({ flip }) => flip);
  // 0.4 · 0.4 + 0.1 · 1.01 − 0.5 · 0.3 = 0.111 is how much c is higher: a point from decode to size takes
  // 1.31 from it.
  assert.deepEqual([c!.to, c!.from.map(({ metric }) => metric)], ['size', ['decode']]);
  assert.ok(Math.abs(c!.moved - 0.111 / 1.31) < 1e-12);
  assert.ok(c!.range[0] > 0 && c!.range[0] < c!.moved && c!.range[1]! > c!.moved && c!.range[1]! < 0.1);
  // Neither is better in anything.
  assert.deepEqual([a, d], [null, null]);
});

test('each metric has the range in which the winner stays, the others in proportion, and who is beyond', () => {
  const { sweeps } = sensitivity(CELLS, [0.4, 0.1, 0.5]);
  assert.deepEqual(
    sweeps.map(({ metric, share }) => [metric, share]),
    [
      ['encode', 0.4],
      ['decode', 0.1],
      ['size', 0.5],
    ],
  );
  const [, decode, size] = sweeps;
  // Without decode c is higher by (0.4 · 0.4 − 0.5 · 0.3) / 0.9, and with more of it by more.
  assert.deepEqual(decode!.ranges, [{ cells: ['b'], from: 0, to: 1 }]);
  assert.deepEqual(
    size!.ranges.map(({ cells }) => cells),
    [['b'], ['c']],
  );
  // Above this share of size c is lower: −0.3 · s + (0.4 · 0.8 + 1.01 · 0.2)(1 − s) = 0.
  assert.ok(Math.abs(size!.ranges[0]!.to - 0.522 / 0.822) < 1e-12);
  assert.ok(size!.openAt.some(([from, to]) => from <= 0.522 / 0.822 && 0.522 / 0.822 <= to));
});

test('two metrics have one sweep, one has none', () => {
  const two = CELLS.map((cell) => cell.slice(0, 2));
  const metrics = METRICS.slice(0, 2);
  assert.deepEqual(
    sensitivity(two, [0.5, 0.5], { metrics }).sweeps.map(({ metric }) => metric),
    ['encode'],
  );
  const one = sensitivity(
    CELLS.map((cell) => cell.slice(0, 1)),
    [1],
    { metrics: ['encode'] },
  );
  assert.deepEqual([one.sweeps, one.rivals.map(({ flip }) => flip)], [[], [null, null, null]]);
});

test('weight may move to a metric that has none', () => {
  const { winner, rivals } = sensitivity(CELLS, [1, 0, 0]);
  assert.equal(winner, 'b');
  const c = rivals.find(({ cell }) => cell === 'c')!;
  assert.deepEqual([c.flip!.to, c.flip!.from.map(({ metric }) => metric)], ['size', ['encode']]);
  assert.ok(Math.abs(c.flip!.moved - 0.4 / 0.7) < 1e-12);
});

test('what sessions cannot tell apart is open, now and along the way to the flip', () => {
  const { rivals, sweeps } = sensitivity(CELLS, [0.4, 0.1, 0.5], { sd: 0.3 });
  const c = rivals.find(({ cell }) => cell === 'c')!;
  assert.equal(c.standing, 'open');
  assert.ok(c.interval[0] < 1 && c.interval[1] > 1);
  assert.equal(c.flip!.range[0], 0);
  assert.ok(sweeps.every(({ share, openAt }) => openAt.some(([a, b]) => a <= share && share <= b)));
});

test('a twin that is as noisy as its cell changes nothing; one that differs leaves every rival open', () => {
  const twins =
    (differing: number) =>
    (random: Random): readonly TwinItems[] => [
      [items([differing, differing, 1], 0.02, random), items([1, 1, 1], 0.02, random)],
    ];
  const quiet = sensitivity(CELLS, [0.4, 0.1, 0.5], { twins: twins(1) });
  assert.equal(quiet.twinAlarm, false);
  assert.deepEqual(
    quiet.rivals.map(({ standing }) => standing),
    ['higher', 'higher', 'higher'],
  );
  const alarmed = sensitivity(CELLS, [0.4, 0.1, 0.5], { twins: twins(1.5) });
  assert.equal(alarmed.twinAlarm, true);
  assert.ok(alarmed.rivals.every(({ standing }) => standing === 'open'));
  // Of bytes alone twins differ by nothing.
  assert.equal(sensitivity(CELLS, [0, 0, 1], { twins: twins(1.5) }).twinAlarm, false);
});

test('two of the same size are the same, not open', () => {
  const alike = [...CELLS.slice(0, 3), [3, 3, 0.5]];
  const { winner, rivals, sweeps } = sensitivity(alike, [0, 0, 1]);
  assert.deepEqual([winner, rivals[0]!.cell, rivals[0]!.standing], ['c', 'd', 'same']);
  assert.deepEqual(rivals[0]!.interval, [1, 1]);
  assert.equal(rivals[0]!.flip, null);
  assert.equal(sweeps[2]!.ranges.at(-1)!.to, 1);
});

test('one that was dropped is held against another in the sessions that both have', () => {
  const drifts = [1, 1.02, 0.99, 1.01];
  const ofOneItem = (values: readonly number[]): ItemValues => ({
    units: values.map((_, session) => session),
    of: (_, unit) => values[unit]!,
  });
  const times = (by: number, order = drifts) => order.map((drift) => by * drift);
  const baseline = ofOneItem([...times(2), ...times(2)]);
  const space = indexSpace(
    ['encode'],
    [
      { cell: 'a', items: baseline, ofAll: [1] },
      // Beside the baseline slower in the last four sessions, which c was not in.
      { cell: 'b', items: ofOneItem([...times(1), ...times(1.2)]), ofAll: [0.55] },
      { cell: 'c', items: ofOneItem(times(1, drifts.toReversed())), ofAll: [0.5] },
    ],
    baseline,
    [],
    0.05,
  );
  for (const [cell, index] of [1, 0.55, 0.5].entries())
    assert.ok(Math.abs(space.indexOf(cell, [1]) - index) < 1e-12);
  const { ratio, interval } = space.ratioOf(1, 2, [1]);
  assert.ok(Math.abs(ratio - 1) < 1e-12, String(ratio));
  assert.ok(interval[0] < 1 && interval[1] > 1);
  assert.equal(space.standing(1, 2, [1]), 'open');
  assert.ok(Math.abs(space.ratioOf(1, 0, [1]).ratio - 0.55) < 1e-12);
});

test('cells without a session in common have a ratio that nothing bounds', () => {
  const inSessions = (units: readonly number[], ms: number): ItemValues => ({
    units,
    of: (_, unit) => ms * (1 + unit / 100),
  });
  const baseline = inSessions([0, 1, 2, 3], 2);
  const made = [inSessions([0, 1], 1), inSessions([2, 3], 1.5), inSessions([4, 5], 3)];
  const space = indexSpace(
    ['encode'],
    made.map((items, i) => ({ cell: 'bcd'[i]!, items, ofAll: [i + 1] })),
    baseline,
    [],
    0.05,
  );
  for (const [cell, index] of [0.5, 0.75, 3].entries())
    assert.ok(Math.abs(space.indexOf(cell, [1]) - index) < 1e-12);
  const { ratio, interval } = space.ratioOf(1, 0, [1]);
  assert.ok(Math.abs(ratio - 1.5) < 1e-12);
  assert.deepEqual(interval, [0, Number.MAX_VALUE]);
});

test('one that has nothing of any item is below all others, for sure', () => {
  const { winner, rivals } = sensitivity([[1], [0], [0.5]], [1], { metrics: ['encode'] });
  assert.equal(winner, 'b');
  assert.ok(rivals.every(({ standing, ratio }) => standing === 'higher' && ratio === Number.MAX_VALUE));
});

test('a baseline that is small in one item makes that item count for more', () => {
  const weights = [
    { metric: 'encode', share: 0.5 },
    { metric: 'size', share: 0.5 },
  ] as const;
  const cell = (name: string, ...values: readonly number[]) => ({
    cell: name,
    items: values.map((value) => ({ value })),
  });
  // By a, b's is (0.05 + 2) / 2: higher. By b, a's is (20 + 0.5) / 2.
  const cells = [cell('a', 10, 100), cell('b', 0.5, 200)];
  assert.deepEqual(otherBaselines(cells, weights), [{ baseline: 'b', winner: 'b' }]);
  assert.deepEqual(otherBaselines([cell('a', 1, 1), cell('b', 2, 2)], weights), []);
});

test('a cell that has nothing of an item is no baseline, but may win by another one', () => {
  const weights = [{ metric: 'encode', share: 1 }] as const;
  const cells = [0, 2, 3].map((value) => ({ cell: String(value), items: [{ value }] }));
  assert.deepEqual(otherBaselines(cells, weights), []);
  assert.deepEqual(
    otherBaselines(cells.toReversed(), weights).map(({ baseline, winner }) => [baseline, winner]),
    [
      ['3', '0'],
      ['2', '0'],
    ],
  );
});
