import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellThroughput } from './bare-page.ts';

test('a throughput is told beside its bound, and one below it ends the bench with an error', () => {
  const told: string[] = [];
  const exit: { exitCode?: typeof process.exitCode } = {};
  const print = (line: string) => told.push(line);
  assert.ok(tellThroughput(0.8, print, exit));
  assert.equal(exit.exitCode, undefined);
  assert.equal(tellThroughput(0.799, print, exit), false);
  assert.equal(exit.exitCode, 1);
  // What nobody measured is not enough either.
  assert.equal(tellThroughput(Number.NaN, print, exit), false);
  assert.match(told[0]!, /0\.800 {3}\(at least 0\.8\)$/);
  assert.match(told[1]!, /0\.799 {3}\(at least 0\.8: FAILED\)$/);
});
