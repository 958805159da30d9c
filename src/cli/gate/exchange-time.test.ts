import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { FakeClock } from '../../base/clock.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import type { Study } from '../../study/study.ts';
import { lateAtMost, waitingNoLonger } from './exchange-time.ts';
import { planAskedGate } from './sides/gate-asked.ts';

interface Asked {
  readonly timeoutMs?: number;
  readonly rule?: string;
  readonly n?: number;
  readonly baseMs?: number | null;
}

const cell = { id: 'a', part: 'p', factors: requestCell(), twinOf: null, skip: null };

function gateOf(
  budgetMs: number,
  { timeoutMs = 60_000, rule = '{item: total, slower: 5%}', n = 10, baseMs = null }: Asked,
) {
  const study = { networks: [], payloads: [], protocol: { budgetMs, timeoutMs } } as unknown as Study;
  const { rules } = parseGate(`gate: {base: a, head: b, rules: [${rule}]}`, 'gate.yaml');
  const cells = [{ ...cell, factors: { ...cell.factors, n } }];
  return [study, { cells }, rules, baseMs] as const;
}

function waitedMs(budgetMs: number, asked: Asked = {}): number {
  return waitingNoLonger(...gateOf(budgetMs, asked)).protocol.timeoutMs;
}

function lateMs(
  budgetMs: number,
  { hasOwnBudget = true, ...asked }: Asked & { hasOwnBudget?: boolean } = {},
) {
  return lateAtMost(...gateOf(budgetMs, asked), hasOwnBudget);
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

test('where a side hangs a gate ends a tenth of its budget later, or as much as an honest exchange takes', () => {
  assert.equal(lateMs(120_000), 12_000);
  assert.equal(lateMs(12_000), 1_200);
  assert.equal(lateMs(12_000, { baseMs: 2_000 }), 4_000);
  assert.equal(lateMs(12_000, { rule: '{item: total, above: 3s}' }), 6_000);
  assert.equal(lateMs(10_000, { hasOwnBudget: false }), 10_000, 'of a budget that nobody gave');
});

test('no exchange is waited for longer than the study says', () => {
  assert.equal(waitedMs(3_600_000), 60_000);
  assert.equal(waitedMs(120_000, { timeoutMs: 1_000, baseMs: 8_000 }), 1_000);
});

test('what base took is an exchange alone, however long its command takes to start and to end', async () => {
  const clock = new FakeClock();
  const answersMs = [300, 20, 20];
  const server = createServer((_, response) => {
    clock.advance(answersMs.shift() ?? 20);
    response.setHeader('content-type', 'application/json').end('[{"id": 1}, {"id": 2}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-exchange-time-'));
  const drivers = inProcessDrivers({ targets: ['base', 'head'] }, clock);
  const started = { url, pid: 1, command: [], exited: new Promise<never>(() => {}) };
  const ownServer = async () => {
    clock.advance(25_000);
    return { ...started, close: async () => clock.advance(5_000) };
  };
  try {
    const side = `{command: start it, url: '${url}'}`;
    const text = `gate: {base: ${side}, head: ${side}, browser: node, rules: [{item: total, slower: 5%}]}`;
    const host = fakeHost(dir, clock);
    const planned = await planAskedGate(
      parseGate(text, 'gate.yaml'),
      'gate.yaml',
      {},
      host,
      Object.assign(drivers, { ownServer }),
    );
    assert.equal(planned.baseMs, 300);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true });
  }
});
