import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { requireNeeds } from './needs.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-needs-'));
after(() => rmSync(dir, { recursive: true, force: true }));
writeFileSync(path.join(dir, 'libphp8.2.so'), '');

const env = { PATH: process.env.PATH };
const library = {
  what: 'PHP for Apache',
  files: ['/nowhere/libphp.so', `${dir}/libphp*.so`],
  packages: ['mod-php'],
};
const command = { what: 'a Node', command: [process.execPath, '-e', ''], packages: ['nodejs'] };

test('what is there is passed over in silence', async () => {
  await requireNeeds({ name: 'php', needs: [library, command] }, env);
  await requireNeeds({ name: 'php' }, env);
});

test('all that is missing is told at once, with one command that brings it', async () => {
  const needs = [
    library,
    { ...library, what: 'Apache', files: ['/nowhere/apache2'], packages: ['apache2', 'mod-php'] },
    { ...command, what: 'Qt 6', command: [process.execPath, '-e', 'process.exit(1)'], packages: ['qt6'] },
    {
      ...command,
      what: 'pkg',
      command: ['/nowhere/pkg-config', '--exists'],
      packages: ['qt6', 'pkg-config'],
    },
  ];
  await assert.rejects(requireNeeds({ name: 'php', needs }, env), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.equal(thrown.message, 'php needs what this machine does not have: Apache, Qt 6, pkg');
    assert.equal(thrown.tried[0], 'Apache: /nowhere/apache2');
    assert.equal(thrown.tried[2], 'pkg: /nowhere/pkg-config --exists');
    assert.match(thrown.remedy, /apt-get install -y --no-install-recommends apache2 mod-php qt6 pkg-config$/);
    return true;
  });
});

test('what a need asks python3 is asked of the one that will build and run', async () => {
  const chosen = path.join(dir, 'chosen-python');
  writeFileSync(chosen, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const venv = { what: 'venv', command: ['python3', '-c', 'import venv'], packages: ['python3-venv'] };
  const needs = { name: 'python', needs: [venv] };
  await requireNeeds(needs, { PATH: '/nowhere', WIREFARE_PYTHON: chosen });
  writeFileSync(chosen, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await assert.rejects(requireNeeds(needs, { ...env, WIREFARE_PYTHON: chosen }), /have: venv$/);
  await assert.rejects(requireNeeds(needs, { ...env, WIREFARE_PYTHON: '/nowhere/python3' }), /have: venv$/);
});
