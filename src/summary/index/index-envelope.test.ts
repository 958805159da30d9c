import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { type Line, lowestRanges, valueAt } from './index-envelope.ts';

test('two lines cross where they are the same', () => {
  const ranges = lowestRanges([
    { at0: 1, at1: 2 },
    { at0: 3, at1: 1 },
  ]);
  assert.deepEqual(ranges, [
    { lowest: [0], from: 0, to: 2 / 3 },
    { lowest: [1], from: 2 / 3, to: 1 },
  ]);
});

test('a line that is above others everywhere has no range; nor has one that only touches', () => {
  const lines = [
    { at0: 0, at1: 2 },
    { at0: 2, at1: 0 },
    { at0: 1.5, at1: 1.5 },
    // Through the crossing of the first two.
    { at0: 1, at1: 1 },
    // The same as the first where the share is 0.
    { at0: 0, at1: 3 },
  ];
  assert.deepEqual(
    lowestRanges(lines).map(({ lowest, to }) => [lowest, to]),
    [
      [[0], 0.5],
      [[1], 1],
    ],
  );
});

test('lines that are the same share their range, rounding aside', () => {
  const lines = [
    { at0: 0.3, at1: 2 },
    { at0: 0.1 + 0.2, at1: 2 },
    { at0: 9, at1: 3 },
  ];
  assert.deepEqual(lowestRanges(lines), [{ lowest: [0, 1], from: 0, to: 1 }]);
});

test('of lines that are the same at one end the lower one at the other has the whole of it', () => {
  const upper = { at0: 1, at1: 2 };
  assert.deepEqual(lowestRanges([upper, { at0: 1, at1: 1.5 }]), [{ lowest: [1], from: 0, to: 1 }]);
  assert.deepEqual(lowestRanges([upper, { at0: 1.5, at1: 2 }]), [{ lowest: [0], from: 0, to: 1 }]);
});

test('at every share the range’s line is the lowest, and ranges follow one another', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from(
      { length: 2 + Math.floor(random() * 12) },
      (): Line => ({
        at0: random() * 3,
        at1: random() * 3,
      }),
    );
    const ranges = lowestRanges(lines);
    assert.equal(ranges[0]!.from, 0);
    assert.equal(ranges.at(-1)!.to, 1);
    for (const [i, { lowest, from, to }] of ranges.entries()) {
      if (i > 0) assert.equal(from, ranges[i - 1]!.to);
      assert.ok(to > from);
      for (const share of [from, (from + to) / 2, to]) {
        const least = Math.min(...lines.map((line) => valueAt(line, share)));
        assert.ok(valueAt(lines[lowest[0]!]!, share) - least < 1e-12);
      }
    }
  }
});
