import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { fakeHost } from '../../test/support/host/fake-host.ts';
import { readOutput } from '../../test/support/outputs/read-output.ts';
import { FakeClock } from '../base/clock.ts';
import { MESSAGE_TRANSPORTS } from '../factors/transport.ts';
import { runCli } from './program.ts';

async function listed(what: string, ...flags: string[]): Promise<string> {
  const host = fakeHost('/', new FakeClock());
  assert.equal(await runCli(['list', what, ...flags], host), 0);
  return host.printed();
}

test('list transports tells which way each goes, over what, and where it is missing', async () => {
  const lines = (await listed('transports')).trimEnd().split('\n');
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
  const rows = readOutput('list', await listed('transports', '--json')) as { name: string; about: string }[];
  assert.equal(
    rows.find(({ name }) => name === 'sse')!.about,
    'Server-Sent Events · server-to-client · http1, https1, h2',
  );
});

test('list studies tells the whole title of each, of several lines too', async () => {
  const rows = readOutput('list', await listed('studies', '--json')) as { name: string; about: string }[];
  const folder = path.resolve(import.meta.dirname, '..', '..', 'studies');
  const titles = globSync('*.yaml', { cwd: folder }).map((file) => ({
    name: file.replace('.yaml', ''),
    about: (parse(readFileSync(path.join(folder, file), 'utf8')) as { title: string }).title,
  }));
  assert.deepEqual(
    rows,
    titles.sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});
