import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { PHASES } from '../../items/items.ts';
import { METRICS } from '../../items/metrics.ts';
import { parseWeights, saySum } from './weights.ts';

function problemsOf(text: string): readonly string[] {
  try {
    parseWeights(text);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError);
    return thrown.problems.map(({ path, what, nearest = '' }) => `${path}: ${what} ${nearest}`.trim());
  }
  return assert.fail('nothing was refused');
}

test('weights are shares, however they were typed', () => {
  const shares = [
    { metric: 'encode', share: 0.4 },
    { metric: 'transfer', share: 0.2 },
    { metric: 'size', share: 0.35 },
    { metric: 'decode', share: 0.05 },
  ];
  for (const text of [
    'encode=40,transfer=20,size=35,decode=5',
    ' encode = 40% , transfer = 20% , size = 35% , decode = 5%,',
  ])
    assert.deepEqual(parseWeights(text), { weights: shares, candidates: [], sum: 100 });
  const { weights, sum } = parseWeights('encode=0.4,transfer=0.2,size=0.35,decode=0.05');
  assert.ok(Math.abs(sum - 1) < 1e-12);
  assert.deepEqual(
    weights.map(({ share }) => Number(share.toFixed(12))),
    [0.4, 0.2, 0.35, 0.05],
  );
});

test('an item of weight 0 counts for nothing, and weight may move to it', () => {
  assert.deepEqual(parseWeights('total=1,size=0'), {
    weights: [{ metric: 'total', share: 1 }],
    candidates: ['size'],
    sum: 1,
  });
});

test('every phase but what is left over can be weighed, and the whole, and bytes', () => {
  const leftOver = ['residual', 'transport'];
  const all = [
    ...PHASES.filter((phase) => !leftOver.includes(phase)),
    'download',
    'main-thread',
    'total',
    'size',
    'headers',
    'request.size',
  ];
  assert.deepEqual(METRICS, all);
  assert.equal(parseWeights(all.map((metric) => `${metric}=1`).join(',')).weights.length, all.length);
});

test('a sum that is neither 1 nor 100 is told', () => {
  assert.equal(saySum(parseWeights('encode=40,transfer=20,size=35,decode=5')), null);
  assert.equal(saySum(parseWeights('encode=0.1,decode=0.2,size=0.7')), null);
  assert.match(saySum(parseWeights('encode=40,decode=50'))!, /add up to 90/);
});

test('everything wrong is told at once', () => {
  assert.deepEqual(problemsOf('encod=40,size=-3,decode=x,size=2,total,residual=1'), [
    ': unknown figure "encod" encode',
    'size: -3 is negative: all weights are costs',
    'decode: "x" is not a number',
    'total: has no weight: encode=40',
    ': unknown figure "residual"',
  ]);
  assert.deepEqual(problemsOf('size=1,size=2'), ['size: is there twice']);
  for (const nothing of ['', ',', 'size=0,encode=0'])
    assert.deepEqual(problemsOf(nothing), [': no weight is above 0']);
  for (const odd of ['size=1e3', 'size=1=2', 'size=1='])
    assert.match(problemsOf(odd)[0]!, /not a number/, odd);
});
