// Commands in messages, as the process itself prints them from other folders than the checkout's.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import { commandForm } from '../../base/command-form.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { runCli } from '../program.ts';
import { sayOut } from './say-out.ts';

const elsewhere = mkdtempSync(join(tmpdir(), 'wirefare-say-'));
after(() => rmSync(elsewhere, { recursive: true }));

test('what is printed for people calls Wirefare as this one is called', () => {
  let printed = '';
  const out = (text: string | Uint8Array) => {
    printed += String(text);
  };
  sayOut({ out, command: 'npm exec --no -- wirefare' }, '  → wirefare networks check 10mbit\n');
  assert.equal(printed, '  → npm exec --no -- wirefare networks check 10mbit\n');
});

test('an error of the process names the command by which it can be called from there', () => {
  for (const cwd of [PROJECT_ROOT, elsewhere]) {
    const args = [join(PROJECT_ROOT, 'src/main.ts'), 'measure', './orders.json'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    assert.equal(status, 2);
    const command = commandForm(cwd);
    assert.notEqual(command, 'wirefare');
    assert.ok(stderr.trimEnd().endsWith(`for a file: ${command} advise`), stderr);
  }
});

test('help shows commands that run as they stand, and its lines stay what they are', async () => {
  const host = (command: string) => ({ ...fakeHost(elsewhere, new FakeClock()), command });
  const [named, called] = [host('wirefare'), host('../shop/wirefare')];
  for (const each of [named, called]) assert.equal(await runCli(['gate', '--help'], each), 0);
  assert.match(called.printed(), /^Usage: \.\.\/shop\/wirefare gate /);
  assert.match(called.printed(), /^Examples:\n {2}\.\.\/shop\/wirefare gate /m);
  assert.equal(called.printed().replaceAll('../shop/wirefare', 'wirefare'), named.printed());
});
