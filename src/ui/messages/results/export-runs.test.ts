import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { failed, outcomeOf, runOf } from '../../../../test/support/records/run-examples.ts';
import { asCsv, asJson, runRows } from './export-runs.ts';

const RUNS = [
  runOf([outcomeOf(120), outcomeOf(130.5)]),
  runOf([failed('=cmd|"x", a\nsecond line')], undefined, 2),
];

test('every repetition is a row with its own figures, unrounded', () => {
  const rows = runRows(RUNS);
  assert.deepEqual(
    rows.map(({ run, repetition, totalMs, outcome }) => [run, repetition, totalMs, outcome]),
    [
      [1, 1, 120, 'completed'],
      [1, 2, 130.5, 'completed'],
      [2, 1, 40, 'failed'],
    ],
  );
  assert.deepEqual([rows[0]!.size, rows[0]!.latencyP50Ms], ['100', null]);
  assert.deepEqual(JSON.parse(asJson(rows)), rows);
});

test('CSV comes back cell by cell, and what begins like a formula is no formula', () => {
  const [first, , third] = parse(asCsv(runRows(RUNS)), { columns: true }) as Record<string, string>[];
  assert.equal(first!.totalMs, '120');
  assert.equal(first!.latencyP99Ms, '');
  assert.equal(third!.reason, '\'=cmd|"x", a\nsecond line');
  assert.equal(asCsv([]), '\r\n');
});
