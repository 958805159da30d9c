import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { commandForm, VERBS, withCommands } from './command-form.ts';
import { PROJECT_ROOT } from './places.ts';

test('in a checkout it is the script, by its path from where one is', () => {
  const form = (cwd: string) => commandForm(cwd, true, '/home/a/wirefare');
  assert.equal(form('/home/a/wirefare'), './wirefare');
  assert.equal(form('/home/a/wirefare/docs'), '../wirefare');
  assert.equal(form('/home/a/shop'), '../wirefare/wirefare');
  assert.equal(form('/srv/data/shop/api'), '/home/a/wirefare/wirefare');
  assert.equal(form('/home/a'), './wirefare/wirefare');
  assert.equal(commandForm('/', true, "/a b/it's"), "'./a b/it'\\''s/wirefare'");
});

test('on Windows, which starts no script of sh, Node is told the file', () => {
  const form = (cwd: string, root = 'C:\\a\\wirefare') => commandForm(cwd, true, root, 'win32');
  assert.equal(form('C:\\a\\wirefare'), 'node bin\\wirefare.mjs');
  assert.equal(form('C:\\a\\shop'), 'node ..\\wirefare\\bin\\wirefare.mjs');
  assert.equal(form('C:\\srv\\data\\shop'), 'node C:\\a\\wirefare\\bin\\wirefare.mjs');
  assert.equal(form('D:\\shop', 'C:\\a b\\wirefare'), 'node "C:\\a b\\wirefare\\bin\\wirefare.mjs"');
});

test('of an installed package npm finds it where the project is, and elsewhere it is a command', () => {
  const own = '/home/a/shop/node_modules/wirefare';
  assert.equal(commandForm('/home/a/shop', false, own), 'npm exec --no -- wirefare');
  assert.equal(commandForm('/home/a/shop/api', false, own), 'npm exec --no -- wirefare');
  assert.equal(commandForm('/home/a', false, own), 'wirefare');
  assert.equal(commandForm('/home/a/shop', false, '/usr/lib/node_modules/wirefare'), 'wirefare');
});

test('commands in a message get the form, and nothing else does', () => {
  assert.equal(
    withCommands('go on with: wirefare run --resume runs/1; `wirefare doctor` tells more\n', './wirefare'),
    'go on with: ./wirefare run --resume runs/1; `./wirefare doctor` tells more\n',
  );
  assert.equal(
    withCommands('Usage: wirefare [options] [command]', '../wirefare'),
    'Usage: ../wirefare [options] [command]',
  );
  for (const left of [
    'This is a bug in wirefare. Please report it',
    '/work/wirefare run',
    './wirefare run',
    'npm exec --no -- wirefare doctor',
    'wirefare-link enter',
    'my-wirefare run',
    'wirefare runs',
    'Wirefare plan',
  ])
    assert.equal(withCommands(left, '$&/wirefare'), left);
});

test('it knows every verb', () => {
  const folder = path.join(PROJECT_ROOT, 'src/cli/commands');
  const declared = readdirSync(folder).filter((name) => !/-|\.test\./.test(name));
  assert.deepEqual(
    [...VERBS].toSorted(),
    [...declared.map((name) => name.replace('.ts', '')), 'help'].toSorted(),
  );
});
