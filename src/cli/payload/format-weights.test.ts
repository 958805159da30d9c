import assert from 'node:assert/strict';
import test from 'node:test';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { UserError } from '../../base/errors.ts';
import { FORMATS } from '../../formats/catalogue.ts';
import { runCli } from '../program.ts';
import type { DecoderWeight } from './format-weights.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

async function listed(...flags: string[]): Promise<string> {
  const host: FakeHost = fakeHost('/nowhere', clock);
  assert.equal(await runCli(['list', ...flags], host), 0);
  return host.printed();
}

test('list formats --weights shows every decoder within 80 columns, nothing for those of the platform', async () => {
  const table = await listed('formats', '--weights');
  for (const line of table.split('\n')) assert.ok(line.length <= 80, line);
  assert.match(table, /^ {2}json +response\.json +–$/m);
  assert.match(table, /^ {2}arrow +flechette +\d+\.\d +\d+\.\d +\d+\.\d +\d+ +\d+ +\d+$/m);
  assert.match(table, /@uwdata\/flechette \d+\.\d+\.\d+/);
});

test('list formats --weights --json gives bytes, versions and times as a program reads them', async () => {
  const rows = readOutput('list', await listed('formats', '--weights', '--json')) as DecoderWeight[];
  assert.equal(rows.length, FORMATS.flatMap(({ codecs }) => codecs).length);
  assert.deepEqual(rows[0], {
    format: 'json',
    codec: 'response.json',
    library: null,
    firstVisitMs: { '10mbit': 0, '4g': 0, '3g': 0 },
  });
  const protobuf = rows.find(({ codec }) => codec === 'protobufjs')!;
  assert.ok(protobuf.library!.minifiedBytes > 50_000);
  assert.ok(protobuf.firstVisitMs['3g']! > protobuf.firstVisitMs['4g']!);
});

test('--weights of anything else is refused', async () => {
  await assert.rejects(runCli(['list', 'networks', '--weights'], fakeHost('/nowhere', clock)), UserError);
});
