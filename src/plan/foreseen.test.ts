import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreseenWidth } from './foreseen.ts';

const width = (pooled: number, together = true) =>
  foreseenWidth({ exchanges: [20, 20], together, pooled }, 4, 3, 0.95);

test('few pairs lend one another little, so that their intervals are foreseen wider', () => {
  const widths = [1, 2, 3, 9].map((pooled) => width(pooled));
  assert.deepEqual(
    widths.toSorted((a, b) => b - a),
    widths,
  );
  // As docs/decisions/011-deciding.md has it for three pairs after four sessions.
  assert.equal(width(3).toFixed(3), '0.197');
  assert.equal(width(9), width(100));
});

test('a pair of different sessions learns nothing from others', () => {
  assert.equal(width(1, false), width(100, false));
});
