import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { buildTarget, builtFolder, digestOfSources, findBuilder, withBuilt } from './target-build.ts';
import { targetFindings } from './target-findings.ts';

let scratch = '';
before(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-build-'));
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A target in a project of its own, whose build is a command of the system. */
function madeUp(name: string, build: readonly string[], cache = 'cache') {
  const projectRoot = path.join(scratch, name);
  const folder = path.join(projectRoot, 'targets', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'source.txt'), 'first');
  const file = { name, title: name, language: 'Shell', version: '1', build, start: ['{built}/program'] };
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify(file));
  const told: string[] = [];
  const env = { PATH: process.env.PATH };
  const setup = {
    folder,
    sources: folder,
    cacheDir: path.join(projectRoot, cache),
    env,
    tell: (line: string) => told.push(line),
  };
  return {
    setup,
    told,
    projectRoot,
    build: () => buildTarget({ name, build }, setup, createGuardian(scratch)),
  };
}

test('a target is built once for each state of its sources', async () => {
  const { setup, told, build } = madeUp('copied', ['cp', 'source.txt', '{built}/program']);
  const first = await build();
  assert.equal(first, builtFolder(setup));
  assert.deepEqual(readdirSync(first), ['program']);
  assert.equal(await build(), first);
  assert.equal(told.length, 1);
  assert.match(told[0]!, /^building the target copied \(cp source\.txt/);
  writeFileSync(path.join(setup.folder, 'source.txt'), 'second');
  const second = await build();
  assert.notEqual(second, first);
  assert.ok(existsSync(path.join(first, 'program')), 'what was built before is still there');
  assert.equal(told.length, 2);
});

test('several that build the same at once all get it, and leave nothing beside it', async () => {
  const { setup, build } = madeUp('raced', ['cp', 'source.txt', '{built}/program']);
  const built = await Promise.all([build(), build(), build()]);
  assert.deepEqual(new Set(built), new Set([builtFolder(setup)]));
  assert.deepEqual(readdirSync(path.dirname(built[0]!)), [path.basename(built[0]!)]);
});

test('a build that fails says why, and leaves nothing that could be started', async () => {
  const { setup, build } = madeUp('broken', ['cp', 'no-such-file', '{built}/program']);
  await assert.rejects(build(), (error: unknown) => {
    assert.ok(error instanceof EnvironmentError);
    assert.match(error.message, /the target broken cannot be built: .*no-such-file/);
    assert.match(error.tried.join(), /cp no-such-file/);
    return true;
  });
  assert.deepEqual(readdirSync(path.join(setup.cacheDir, 'targets')), []);
});

test('without its builder a target says what was tried and how to get it', async () => {
  await assert.rejects(findBuilder('go', { PATH: scratch, WIREFARE_GO: '/nowhere/go' }), (error: unknown) => {
    assert.ok(error instanceof EnvironmentError);
    assert.match(error.message, /no such file \/nowhere\/go/);
    return true;
  });
  await assert.rejects(findBuilder('no-such-builder', { PATH: scratch }), (error: unknown) => {
    assert.ok(error instanceof EnvironmentError);
    assert.equal(error.remedy, 'install no-such-builder, or set WIREFARE_NO_SUCH_BUILDER to its path');
    return true;
  });
});

test('doctor tells of targets that are built, that will be, and that cannot be', async () => {
  const made = madeUp('told', ['cp', 'source.txt', '{built}/program']);
  const around = { projectRoot: made.projectRoot, cacheDir: made.setup.cacheDir, env: made.setup.env };
  const [willBe] = await targetFindings(around);
  assert.equal(willBe?.status, 'warning');
  assert.equal(willBe.remedy, 'wirefare verify told');
  const [cannotBe] = await targetFindings({ ...around, env: { PATH: scratch } });
  assert.equal(cannotBe?.status, 'missing');
  const built = await made.build();
  const [isBuilt] = await targetFindings(around);
  assert.deepEqual(isBuilt, { name: 'target told', status: 'ok', what: `built (${built})`, remedy: '' });
});

test('a target that is built with others is built in the folder of all, whose state decides', async () => {
  const group = path.join(scratch, 'grouped', 'targets', 'group');
  const folder = path.join(group, 'one');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(group, 'shared.txt'), 'first');
  const cacheDir = path.join(scratch, 'grouped', 'cache');
  const setup = { folder, sources: group, cacheDir, env: { PATH: process.env.PATH } };
  const build = ['cp', 'shared.txt', '{built}/program'];
  const first = await buildTarget({ name: 'one', build }, setup, createGuardian(scratch));
  assert.deepEqual(readdirSync(first), ['program']);
  assert.match(path.basename(first), /^one-/);
  writeFileSync(path.join(group, 'shared.txt'), 'second');
  assert.notEqual(builtFolder(setup), first);
});

test('what a build says on stdout stands in its error too, as Maven has it', async () => {
  const { build } = madeUp('talks', ['sh', '-c', 'echo "[ERROR] no such symbol"; exit 1']);
  await assert.rejects(build(), /the target talks cannot be built: \[ERROR\] no such symbol/);
});

test('a build that fails without a word says how it ended', async () => {
  const { build } = madeUp('silent', ['sh', '-c', 'printf "\\033[0m\\n"; exit 7']);
  await assert.rejects(build(), /the target silent cannot be built: it ended with code 7 and said nothing$/);
  const killed = madeUp('killed', ['sh', '-c', 'kill -9 $$']);
  await assert.rejects(killed.build(), /it was ended by SIGKILL and said nothing$/);
});

test('what version control, Node.js and Maven leave in a folder is not in its digest; a package named target is', () => {
  const folder = path.join(scratch, 'left-out');
  const put = (file: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), 'x');
    return digestOfSources(folder);
  };
  const digest = put('module/pom.xml');
  for (const left of ['.git/HEAD', 'node_modules/a/index.js', 'module/target/classes/A.class']) {
    assert.equal(put(left), digest, left);
  }
  assert.notEqual(put('module/src/target/A.java'), digest);
});

test('the digest is of names and contents, wherever the folder is', () => {
  const { setup } = madeUp('digested', ['cp', 'source.txt', '{built}/program']);
  const other = path.join(scratch, 'elsewhere');
  cpSync(setup.folder, other, { recursive: true });
  assert.equal(digestOfSources(other), digestOfSources(setup.folder));
  mkdirSync(path.join(other, 'deeper'));
  writeFileSync(path.join(other, 'deeper', 'more.txt'), '');
  assert.notEqual(digestOfSources(other), digestOfSources(setup.folder));
});

test('the folder of what is built stands for its placeholder, within arguments too', () => {
  assert.deepEqual(withBuilt(['{built}/a', '-cp={built}/b:{built}/c', 'd'], '/x'), [
    '/x/a',
    '-cp=/x/b:/x/c',
    'd',
  ]);
});
