// Gates whose base is the record of a former gate: a whole run that was kept, and another head held against
// it.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type FakeHost, fakeHost } from '../../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../../test/support/host/own-time.ts';
import { UserError } from '../../../base/errors.ts';
import type { RunFile } from '../../../record/record.ts';
import type { GateReport } from '../../../report/gate/gate-words.ts';
import { gate } from '../gate.ts';
import { headOf } from './gate-record.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-gate-record-'));
after(() => rmSync(dir, { recursive: true }));

/** The last in the order of their making. */
async function gated(text: string) {
  const host: FakeHost = fakeHost(dir, QUICK_TIME);
  writeFileSync(join(dir, 'gate.yaml'), text);
  const drivers = inProcessDrivers({ targets: ['base', 'head'] }, QUICK_TIME);
  const code = await gate('gate.yaml', { format: 'json' }, host, () => drivers);
  for (const fake of [...drivers.agents, ...drivers.targets]) assert.ok(fake.isClosed(), fake.name);
  return { code, told: host.told(), report: JSON.parse(host.printed()) as GateReport };
}

async function refused(text: string): Promise<string> {
  try {
    await gated(text);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

let record = '';
before(async () => {
  mkdirSync(join(dir, 'server'));
  const target = { name: 'server', title: 'S', language: 'L', version: '1', start: ['node'] };
  writeFileSync(join(dir, 'server/target.json'), JSON.stringify(target));
  writeFileSync(
    join(dir, 'tiny.yaml'),
    'study: tiny\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: node}\nprotocol: {warmup: 0s, timeout: 1s}\n',
  );
  const first = await gated(
    'gate: {base: ./server, head: ./server, study: tiny.yaml, rules: [{item: bytes, grows: 0%}]}',
  );
  record = first.report.record!;
  assert.match(record, /^runs\//);
});

const against = (rules: string) => `gate: {base: {record: ${record}}, head: ./server, rules: [${rules}]}`;

test('bytes alone take one session against a record, and are exact', async () => {
  const rules = '{item: bytes, grows: 0%}, {item: bytes, above: 1MB}';
  const { code, report, told } = await gated(against(rules));
  assert.equal(code, 0, told);
  assert.equal(report.base, record);
  const [grows, above] = report.judged.rules.map(({ checks }) => checks[0]!.figure);
  assert.equal(grows, 1);
  assert.ok(above! > 10);
});

/** The record, its run.json changed. */
function changed(name: string, change: (run: { host: object; plan: { cells: object[] } }) => object): string {
  cpSync(join(dir, record), join(dir, name), { recursive: true });
  const file = join(dir, name, 'run.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
  return name;
}

test('a record of another machine is refused with what differs, unless bytes alone are asked', async () => {
  const elsewhere = changed('elsewhere', (run) => ({ ...run, host: { ...run.host, cpu: 'Big', cores: 64 } }));
  const text = (rules: string) =>
    `gate:\n  base: {record: ${elsewhere}}\n  head: ./server\n  rules: [${rules}]\n`;
  const message = await refused(text('{item: total, slower: 5%}'));
  assert.match(message, /^gate\.yaml:2: gate\.base\.record: was made on another machine than this one/);
  assert.match(message, /processor Big, here .+; cores 64, here \d+/);
  assert.doesNotMatch(message, /memory|kernel/);
  assert.equal((await gated(text('{item: bytes, grows: 0%}'))).code, 0);
});

test('a record of another day is refused where all that is asked are its times, and told where more is', async () => {
  const old = changed('old', (run) => ({ ...run, startedAt: '2020-01-01T00:00:00.000Z' }));
  const text = (rules: string) =>
    `gate: {base: {record: ${old}}, head: ./server, budget: 10s, rules: [${rules}]}`;
  const says = /gate\.base\.record: was made more than a day ago, .*: measure base beside head/;
  assert.match(await refused(text('{item: total, slower: 5%}')), says);
  const both = await gated(text('{item: total, slower: 5%}, {item: bytes, grows: 0%}'));
  assert.match(both.told, says);
  assert.deepEqual(
    both.report.judged.rules.map(({ verdict, checks }) => [verdict, checks[0]!.moreTimeHelps]),
    [
      ['undecided', false],
      ['kept', false],
    ],
  );
  assert.doesNotMatch((await gated(text('{item: bytes, grows: 0%}'))).told, says);
});

test('a record that is none, of several servers, or of another kind than head', async () => {
  const rules = 'rules: [{item: total, slower: 5%}]';
  assert.match(await refused(`gate: {base: {record: runs/none}, head: ./server, ${rules}}`), /runs\/none/);
  const several = changed('several', (run) => ({
    ...run,
    plan: {
      ...run.plan,
      cells: run.plan.cells.map((cell) => {
        const { factors } = cell as { factors: { target: string } };
        return { ...cell, factors: { ...factors, target: factors.target.replace('head', 'other') } };
      }),
    },
  }));
  assert.match(
    await refused(`gate: {base: {record: ${several}}, head: ./server, ${rules}}`),
    /gate\.base\.record: is of 2 servers \(base, other\): a base is one/,
  );
  const head = '{command: node, url: "http://localhost:3000/"}';
  assert.match(
    await refused(`gate: {base: {record: ${record}}, head: ${head}, ${rules}}`),
    /is of a target, and head is asked as it stands/,
  );
  assert.ok(readdirSync(join(dir, 'runs')).length >= 1);
});

test('of a record of two servers the next head is held against head, whatever a gate called it', () => {
  const record = (targets: readonly string[], urls: readonly string[] = [], interleaves = true) =>
    ({
      plan: { cells: targets.map((target) => ({ factors: { target } })) },
      study: {
        payloads: urls.map((target) => ({ name: 'answer', url: { target } })),
        protocol: interleaves ? { interleave: 'target' } : {},
      },
    }) as unknown as RunFile;
  assert.equal(headOf(record(['base', 'head'])), 'head');
  assert.equal(headOf(record(['base', 'nginx+head'])), 'nginx+head');
  assert.equal(headOf(record(['nginx+base', 'nginx+head', 'nginx+head'])), 'nginx+head');
  const urls = ['a.example', 'b.example'];
  assert.equal(headOf(record(urls, urls)), 'b.example');
  assert.equal(headOf(record(['base', 'b.example'], ['base', 'b.example'])), 'b.example');
  assert.equal(headOf(record(urls, urls, false)), undefined);
  assert.equal(headOf(record(['node', 'php'])), undefined);
  assert.equal(headOf(record(['node'])), undefined);
});
