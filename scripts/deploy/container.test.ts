// The Containerfile holds no recipe of its own: it copies the checkout, runs each stage of
// container/recipe.sh as the user that the stage is for, and ends as that user. The stages themselves are
// proved in a clean Debian root (docs/guide/container.md).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const RECIPE = 'container/recipe.sh';
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

function instructions(): readonly Instruction[] {
  const lines = read('container/Containerfile').replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? assert.fail(`no instruction: ${line}`);
      return { name: name!, rest: rest!.trim() };
    });
}

test('the Containerfile runs every stage of the recipe, in order, and nothing else', () => {
  const all = instructions();
  assert.match(all[0]!.rest, /^docker\.io\/library\/debian:\w+-slim$/);
  const copied = all.find(({ name }) => name === 'COPY')!.rest.split(' ');
  assert.equal(copied[0], '.');
  const stages = /case .*in\n\s+([a-z |]+)\) "\$1"/.exec(read(RECIPE))![1]!.split(' | ');
  const ran = all.filter(({ name }) => name === 'RUN').map(({ rest }) => rest);
  assert.deepEqual(
    ran,
    stages.map((stage) => `${copied[1]}/${RECIPE} ${stage}`),
  );
  assert.ok(all.findIndex(({ name }) => name === 'COPY') < all.findIndex(({ name }) => name === 'RUN'));
});

test('it builds and ends as the user that the recipe makes, and starts the command that it links', () => {
  const all = instructions();
  const recipe = read(RECIPE);
  const user = /^WIREFARE_USER=(\w+)$/m.exec(recipe)![1];
  assert.deepEqual(
    all.flatMap(({ name, rest }, i) => (name === 'USER' ? [[rest, all[i + 1]!.rest.split(' ').at(-1)]] : [])),
    [[user, 'build']],
  );
  const [command] = JSON.parse(all.find(({ name }) => name === 'ENTRYPOINT')!.rest);
  assert.ok(recipe.includes(`/usr/local/bin/${command}`), command);
  const workdir = all.find(({ name }) => name === 'WORKDIR')!.rest;
  assert.ok(recipe.includes(`chown "$WIREFARE_USER" ${workdir}`), workdir);
});

test('what is copied into the image leaves out what this machine has made', () => {
  const left = read('container/Containerfile.dockerignore').trim().split('\n');
  const isLeft = (file: string) => left.some((pattern) => path.matchesGlob(file, pattern));
  const own = read('.gitignore')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => line.slice(0, -1))
    .filter((name) => name !== 'coverage');
  assert.deepEqual(
    own.filter((name) => !isLeft(name)),
    [],
  );
  // A pattern without a slash is of the root alone, other than in .gitignore.
  const deep = [
    ...['node_modules', 'dist', '__pycache__'].map((name) => `targets/own/${name}`),
    ...read('link/.gitignore')
      .trim()
      .split('\n')
      .map((name) => `link${name}`),
  ];
  assert.deepEqual(
    deep.filter((name) => !isLeft(name)),
    [],
  );
  assert.ok(isLeft('.git'));
});

test('the recipe is a shell script that can be run, and refuses the wrong user and a wrong word', () => {
  assert.ok((statSync(path.join(ROOT, RECIPE)).mode & 0o111) !== 0);
  const run = (...args: string[]) => spawnSync('sh', args, { cwd: ROOT, encoding: 'utf8' });
  assert.equal(run('-n', RECIPE).stderr, '');
  const wrong = run(RECIPE, 'everything');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /system \(as root\), then recipe\.sh build/);
  // Whoever runs this is the wrong user for one of the two; only that one is tried.
  const [stage, told] = process.getuid!() === 0 ? ['build', /not for root/] : ['system', /run it as root/];
  const refused = run(RECIPE, stage as string);
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, told as RegExp);
});
