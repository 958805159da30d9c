import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SparseColumns, WholeColumn } from './lean-columns.ts';

function columnOf(...groups: readonly number[][]): WholeColumn {
  const column = new WholeColumn(groups.flat().length);
  let at = 0;
  for (const group of groups) {
    column.roomFor(group, at).set(group, at);
    at += group.length;
  }
  return column;
}

test('a column is as wide as its numbers need, and keeps those before', () => {
  const widths = [
    [[1, 2], [255], Uint8Array],
    [[1, 255], [256], Uint16Array],
    [[1, 65_535], [65_536, 0], Uint32Array],
    [[7], [2 ** 32 - 1], Uint32Array],
    [[7, 300], [2 ** 32], Float64Array],
    [[7], [0.5, 3], Float64Array],
    [[70_000], [-1], Float64Array],
  ] as const;
  for (const [before, after, wide] of widths) {
    const { values } = columnOf([...before], [...after]);
    assert.equal(values.constructor, wide);
    assert.deepEqual([...values], [...before, ...after]);
  }
});

test('columns that nobody wrote to are one column of zeros', () => {
  const columns = new SparseColumns<'a' | 'b' | 'c'>(3);
  columns.toWrite('b')[1] = 0.5;
  const { a, b, c } = columns.finish(['a', 'b', 'c']);
  assert.equal(a, c);
  assert.deepEqual([...a], [0, 0, 0]);
  assert.deepEqual([...b], [0, 0.5, 0]);
});
