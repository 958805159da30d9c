import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import type { Study } from '../../study/study.ts';
import { waitingNoLonger } from './exchange-time.ts';

const cell = { id: 'a', part: 'p', factors: requestCell(), twinOf: null, skip: null };

function waitedMs(
  budgetMs: number,
  { timeoutMs = 60_000, rule = '{item: total, slower: 5%}', n = 10, baseMs = null as number | null } = {},
): number {
  const study = { networks: [], payloads: [], protocol: { budgetMs, timeoutMs } } as unknown as Study;
  const { rules } = parseGate(`gate: {base: a, head: b, rules: [${rule}]}`, 'gate.yaml');
  const cells = [{ ...cell, factors: { ...cell.factors, n } }];
  return waitingNoLonger(study, { cells }, rules, baseMs).protocol.timeoutMs;
}

test('an exchange is waited for a share of the budget, and no shorter than a first answer may take', () => {
  assert.equal(waitedMs(240_000), 20_000);
  assert.equal(waitedMs(10_000), 10_000);
});

test('what is expected, seen or allowed to be slow has its time', () => {
  assert.equal(waitedMs(60_000, { baseMs: 8_000 }), 16_000);
  assert.equal(waitedMs(60_000, { rule: '{item: total, above: 15s}' }), 30_000);
  assert.equal(waitedMs(60_000, { rule: '{item: bytes, above: 90kB}' }), 10_000);
  assert.ok(waitedMs(60_000, { n: 500_000 }) > 15_000);
});

test('no exchange is waited for longer than the study says', () => {
  assert.equal(waitedMs(3_600_000), 60_000);
  assert.equal(waitedMs(120_000, { timeoutMs: 1_000, baseMs: 8_000 }), 1_000);
});
