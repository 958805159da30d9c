import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunFile } from '../../record/record.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import { lookAgainstRecord } from './gate-looks.ts';

const run = { plan: { cells: [] } } as unknown as RunFile;

async function openOf(typed: string): Promise<number> {
  const { rules } = parseGate(`gate: {base: {record: r}, head: b, rules: [${typed}]}`, 'gate.yaml');
  const look = lookAgainstRecord(rules.map((rule) => ({ rule, pairs: [{ base: 'json', head: 'json' }] })));
  return (await look(run, '')).open;
}

test('against a record only rules about times keep a run going', async () => {
  assert.equal(await openOf('{item: bytes, grows: 1%}, {item: headers, above: 1kB}'), 0);
  assert.equal(await openOf('{item: bytes, grows: 1%}, {item: total, slower: 5%}'), 1);
});
