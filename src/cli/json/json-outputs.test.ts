// What verbs print with --json is what their JSON Schemas say. Most verbs are held to theirs where they are
// tested (readOutput); here are the others, and that none is forgotten.

import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { FakeClock } from '../../base/clock.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { rowAt } from '../../record/sample-table.ts';
import type { VerbCommand } from '../commands/verb-command.ts';
import { declareProgram, runCli } from '../program.ts';
import type { JsonOutputs } from './json-outputs.ts';
import { OUTPUT_SCHEMA } from './output-schema.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-outputs-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

async function printed(...args: string[]): Promise<string> {
  const host = fakeHost(scratch, new FakeClock());
  await runCli(args, host);
  return host.printed();
}

const { verbs } = JSON.parse(readFileSync(join(PROJECT_ROOT, OUTPUT_SCHEMA), 'utf8')) as {
  verbs: Record<keyof JsonOutputs, object>;
};

test('every verb with --json has a schema, and no other', () => {
  const all = (declareProgram(async () => {}).commands as VerbCommand[]).flatMap((verb) => [
    { name: verb.name(), verb },
    ...verb.commands.map((inner) => ({ name: `${verb.name()} ${inner.name()}`, verb: inner })),
  ]);
  const withJson = all.filter(({ verb }) => verb.options.some(({ long }) => long === '--json'));
  assert.deepEqual(withJson.map(({ name }) => name).toSorted(), Object.keys(verbs).toSorted());
});

test('a test holds what each verb prints to its schema', () => {
  const tests = globSync(['src/cli/**/*.test.ts', 'test/real/**/*.test.ts'], { cwd: PROJECT_ROOT });
  const text = tests.map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8')).join('\n');
  const held = new Set([...text.matchAll(/readOutput\(\s*'([^']+)'/g)].map(([, name]) => name));
  // Both print the summary, which every record has as a file.
  const bySummary = ['run', 'measure'];
  assert.deepEqual(
    Object.keys(verbs).filter((name) => !held.has(name) && !bySummary.includes(name)),
    [],
  );
  assert.ok(held.has('summary.json') && held.has('run.json'));
});

test('a member that its type does not declare is told', async () => {
  const plan = JSON.parse(await printed('plan', 'quick', '--json'));
  assert.throws(
    () => readOutput('plan', JSON.stringify({ ...plan, more: 1 })),
    /must NOT have additional properties .*"more"/,
  );
  const [cell] = plan.cells;
  const wrong = { ...plan, cells: [{ ...cell, factors: { ...cell.factors, n: 'many' } }] };
  assert.throws(() => readOutput('plan', JSON.stringify(wrong)), /\/cells\/0\/factors\/n: must be number/);
});

test('plans of every study and the claims of a published one are as their schema says', async () => {
  const names = globSync('*.yaml', { cwd: join(PROJECT_ROOT, 'studies') });
  assert.ok(names.length > 5);
  for (const name of names) readOutput('plan', await printed('plan', name.replace('.yaml', ''), '--json'));
  readOutput('plan', await printed('plan', 'opijac-2017', '--claims', '--json'));
});

test('doctor tells what it found', async () => {
  const findings = readOutput('doctor', await printed('doctor', '--json'));
  assert.ok(findings.length > 5);
});

test('every list has a form for programs', async () => {
  for (const name of ['studies', 'targets', 'formats', 'transports', 'browsers', 'networks'])
    assert.ok(readOutput('list', await printed('list', name, '--json')).length > 0);
});

test('reports of records of every kind are as the schema of summaries says', async () => {
  const kinds = ['quick', 'opijac', 'connections', 'targets'] as const;
  const records = [
    ...kinds.map((kind) => syntheticRecord({ kind, sessions: 4, blocks: 4 })),
    syntheticRecord({ kind: 'opijac', sessions: 6, blocks: 4, design: 'predicted' }),
    syntheticRecord({ sessions: 1, blocks: 3, failureShare: 0.2, lastSession: 'interrupted', visits: 'now' }),
    syntheticMessages({}),
  ];
  for (const [i, { run, rows, probes }] of records.entries()) {
    const dir = mkdtempSync(join(scratch, 'record-'));
    const lines = (values: readonly unknown[]) =>
      values.map((value) => `${JSON.stringify(value)}\n`).join('');
    readOutput('run.json', recordedJson(run, 0));
    writeFileSync(join(dir, 'run.json'), recordedJson(run, 0));
    const samples = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
    writeFileSync(join(dir, 'samples.ndjson'), lines(samples));
    writeFileSync(join(dir, 'probes.ndjson'), lines(probes));
    const weighed = i === 0 ? ['--weights', 'encode=40,size=60', '--price', 'egress=0.09/GB,cpu=0.04/h'] : [];
    readOutput('report', await printed('report', dir, '--json', ...weighed));
  }
});
