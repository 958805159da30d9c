import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from '../../test/support/host/fake-host.ts';
import { FakeClock } from '../base/clock.ts';
import { MESSAGE_TRANSPORTS } from '../wire/sequence.ts';
import { runCli } from './program.ts';

async function listed(...flags: string[]): Promise<string> {
  const host = fakeHost('/', new FakeClock());
  assert.equal(await runCli(['list', 'transports', ...flags], host), 0);
  return host.printed();
}

test('list transports tells which way each goes, over what, and where it is missing', async () => {
  const lines = (await listed()).trimEnd().split('\n');
  assert.ok(lines.every((line) => line.length <= 80));
  const rows = lines
    .join('\n')
    .replaceAll(/\n {4,}/g, ' ')
    .split('\n');
  assert.deepEqual(
    rows.map((row) => row.trim().split(' ')[0]),
    [...MESSAGE_TRANSPORTS],
  );
  assert.match(rows.find((row) => row.includes(' websocket '))!, /both-ways · http1, https1$/);
  assert.match(rows.find((row) => row.includes(' webtransport '))!, /· h3 · not in webkit, node$/);
});

test('list transports is JSON for programs', async () => {
  const rows = JSON.parse(await listed('--json')) as { name: string; about: string }[];
  assert.equal(
    rows.find(({ name }) => name === 'sse')!.about,
    'Server-Sent Events · server-to-client · http1, https1, h2',
  );
});
