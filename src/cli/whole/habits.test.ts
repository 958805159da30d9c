// What people expect of any command: help with examples that fits a terminal, no colours where NO_COLOR says
// so (main.ts turns that into Host.colour), and none in JSON ever.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { FakeClock } from '../../base/clock.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import type { VerbCommand } from '../commands/verb-command.ts';
import { declareProgram, runCli } from '../program.ts';

const ESCAPE = '\u001b[';
const dir = mkdtempSync(join(tmpdir(), 'wirefare-habits-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 3 });
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
writeFileSync(join(dir, 'run.json'), recordedJson(run, 0));
writeFileSync(
  join(dir, 'samples.ndjson'),
  lines(Array.from({ length: rows.length }, (_, i) => rowAt(rows, i))),
);
writeFileSync(join(dir, 'probes.ndjson'), lines(probes));
writeFileSync(join(dir, 'orders.json'), '[{"id":1,"name":"a"},{"id":2,"name":"b"}]');

/** Each with what it needs to print something without measuring. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  plan: ['plan', 'quick'],
  report: ['report', '.'],
  compare: ['compare', '.', '.'],
  predict: ['predict', '.'],
  map: ['map', '.'],
  schema: ['schema', 'orders.json'],
  sizes: ['sizes', 'orders.json'],
  networks: ['networks'],
  doctor: ['doctor'],
  list: ['list', 'formats', '--weights'],
};
/** What they print is held to the same by their own tests, or is somebody else's. */
const MEASURING = ['measure', 'merge', 'run', 'reproduce', 'gate', 'advise', 'verify', 'serve', 'completion'];

async function printed(args: readonly string[], colour: boolean) {
  const host = { ...fakeHost(dir, new FakeClock()), colour, errColour: colour };
  await runCli(args, host);
  return host.printed() + host.told();
}

test('help, its own and of every verb, has examples and stays within 80 columns', async () => {
  const verbs = declareProgram(async () => {}).commands as VerbCommand[];
  const named = verbs.flatMap((verb) => [
    [verb.name()],
    ...verb.commands.map((inner) => [verb.name(), inner.name()]),
  ]);
  for (const words of [[], ...named]) {
    const help = await printed([...words, '--help'], false);
    assert.match(help, /^Examples:\n {2}wirefare /m, words.join(' '));
    const prose = help.split('\n').filter((line) => !line.startsWith('  wirefare '));
    for (const line of prose) assert.ok(line.length <= 80, line);
  }
});

test('every verb prints without colours where none are wanted, and JSON has none ever', async () => {
  const verbs = declareProgram(async () => {}).commands.map((verb) => verb.name());
  assert.deepEqual(verbs.toSorted(), [...Object.keys(CALLS), ...MEASURING].toSorted());
  let painted = 0;
  for (const args of Object.values(CALLS)) {
    assert.ok(!(await printed(args, false)).includes(ESCAPE), args.join(' '));
    assert.ok(!(await printed([...args, '--json'], true)).includes(ESCAPE), `${args.join(' ')} --json`);
    if ((await printed(args, true)).includes(ESCAPE)) painted += 1;
  }
  assert.ok(painted >= 5, `only ${painted} verbs have colours at all`);
});
