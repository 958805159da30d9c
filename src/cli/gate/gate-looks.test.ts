import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import type { RunFile } from '../../record/record.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import { lookAgainstRecord, lookAtRules } from './gate-looks.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-looks-'));
after(() => rmSync(scratch, { recursive: true }));

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

test('a run goes on until every rule is decided, and no longer', async () => {
  const dir = join(scratch, 'targets');
  const measured = writeRecord(dir, { options: { kind: 'targets', seed: 3, sessions: 6, blocks: 12 } });
  const cellOf = (target: string) =>
    measured.plan.cells.find(({ factors, twinOf }) => twinOf === null && factors.target === target)!.id;
  const openAt = async (...typed: readonly [rule: string, head: string][]) => {
    const planned = typed.map(([rule, head]) => {
      const [asked] = parseGate(`gate: {base: a, head: b, rules: [${rule}]}`, 'gate.yaml').rules;
      return { rule: asked!, pairs: [{ base: cellOf('base'), head: cellOf(head) }] };
    });
    return (await lookAtRules(planned)(measured, dir)).open;
  };
  assert.equal(await openAt(['{item: total, slower: 5%}', 'slow'], ['{item: total, above: 1m}', 'slow']), 0);
  // Two that are alike, and a limit that no six sessions tell from that.
  assert.equal(await openAt(['{item: total, slower: 5%}', 'slow'], ['{item: total, slower: 0%}', 'copy']), 1);
});
