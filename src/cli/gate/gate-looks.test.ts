import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunFile } from '../../record/record.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import { lookAgainstRecord } from './gate-looks.ts';

const HOST = { os: 'Linux', cpu: 'C', cores: 2, memoryBytes: 16_000_400_000 };
const run = {
  plan: { cells: [] },
  host: HOST,
  startedAt: '2026-01-02T00:00:00.000Z',
  sessions: [],
} as unknown as RunFile;

async function openOf(typed: string, base: object = {}): Promise<number> {
  const { rules } = parseGate(`gate: {base: {record: r}, head: b, rules: [${typed}]}`, 'gate.yaml');
  const planned = rules.map((rule) => ({ rule, pairs: [{ base: 'json', head: 'json' }] }));
  return (await lookAgainstRecord(planned, { ...run, ...base })(run, '')).open;
}

test('against a record only rules about times keep a run going', async () => {
  assert.equal(await openOf('{item: bytes, grows: 1%}, {item: headers, above: 1kB}'), 0);
  assert.equal(await openOf('{item: bytes, grows: 1%}, {item: total, slower: 5%}'), 1);
});

test('and those of head alone, where the record tells nothing of times', async () => {
  const rules = '{item: total, slower: 5%}, {item: total, above: 400ms}';
  assert.equal(await openOf(rules), 2);
  assert.equal(await openOf(rules, { startedAt: '2025-12-31T00:00:00.000Z' }), 1);
  assert.equal(await openOf(rules, { host: { ...HOST, cores: 4 } }), 1);
  // What a kernel's update takes of the memory makes no other machine.
  assert.equal(await openOf(rules, { host: { ...HOST, memoryBytes: 16_000_100_000 } }), 2);
});
