import assert from 'node:assert/strict';
import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { readTargetFile, sourceFolder } from './target-file.ts';
import { targetFolder, targetNames, targetProtocols } from './target-names.ts';

let scratch = '';
before(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-names-'));
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A project whose targets lie in these folders of targets/. */
function project(name: string, folders: readonly string[], file: Record<string, unknown> = {}): string {
  const root = path.join(scratch, name);
  mkdirSync(path.join(root, 'targets'), { recursive: true });
  writeFileSync(path.join(root, 'targets', 'CONTRACT.md'), '');
  for (const folder of folders) {
    const at = path.join(root, 'targets', folder);
    mkdirSync(at, { recursive: true });
    const usual = { name: path.basename(folder), title: 'T', language: 'L', version: '1', start: ['x'] };
    writeFileSync(path.join(at, 'target.json'), JSON.stringify({ ...usual, ...file }));
  }
  return root;
}

test('targets lie in targets/ or one folder deeper, and what lies in a target is none', () => {
  const root = project('deeper', ['node', 'jvm/tomcat', 'jvm/dropwizard', 'node/inner', 'jvm/a/too-deep']);
  mkdirSync(path.join(root, 'targets/jvm/codecs'));
  assert.deepEqual(targetNames(root, {}), ['dropwizard', 'node', 'tomcat']);
  assert.equal(targetFolder(root, {}, 'tomcat'), path.join(root, 'targets/jvm/tomcat'));
  assert.deepEqual(targetNames(path.join(scratch, 'no-such-project'), {}), []);
});

test('what is named template is there to be copied, and is a target only where somebody names it itself', () => {
  const root = project('with-template', ['node', 'template', 'jvm/template']);
  assert.deepEqual(targetNames(root, {}), ['node']);
  const copied = path.join(root, 'targets/template');
  assert.deepEqual(targetNames(root, { WIREFARE_TARGETS: copied }), ['node', 'template']);
});

test('targets elsewhere are found in folders of them and by their own, each once', () => {
  const root = project('here', ['node']);
  const mine = path.join(project('there', ['mine', 'group/other']), 'targets');
  const all = [mine, path.join(mine, 'mine'), path.join(root, 'targets')].join(path.delimiter);
  assert.deepEqual(targetNames(root, { WIREFARE_TARGETS: all }), ['mine', 'node', 'other']);
  assert.deepEqual(targetNames(root, { WIREFARE_TARGETS: '', WIREFARE_CLIENTS: mine }), ['node']);
});

test('what we may not read hides nothing else, and is told where it was named itself', (context) => {
  const root = project('readable', ['node']);
  const around = path.join(scratch, 'around');
  const closed = path.join(around, 'closed');
  mkdirSync(closed, { recursive: true });
  renameSync(path.join(project('open', ['open']), 'targets', 'open'), path.join(around, 'open'));
  const refused = () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
  };
  const read = fs.readdirSync;
  // Root may read everything, so that no mode would do.
  context.mock.method(fs, 'readdirSync', (...args: Parameters<typeof read>) =>
    args[0] === closed ? refused() : read(...args),
  );
  syncBuiltinESMExports();
  context.after(() => {
    context.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.deepEqual(targetNames(root, { WIREFARE_TARGETS: around }), ['node', 'open']);
  assert.throws(() => targetNames(root, { WIREFARE_TARGETS: closed }), /around\/closed cannot be read$/);
});

test('a folder elsewhere that is not there, or holds no target, is told', () => {
  const root = project('lost', ['node']);
  const lost = ['none', 'lost'].map((name) => path.join(scratch, name)).join(path.delimiter);
  mkdirSync(path.join(scratch, 'lost', 'targets', 'node', 'deep'), { recursive: true });
  rmSync(path.join(scratch, 'lost', 'targets', 'node', 'target.json'));
  assert.throws(
    () => targetNames(root, { WIREFARE_TARGETS: lost }),
    /no folder .*none\n.*no target.json in .*lost/,
  );
});

test('of our own targets those that lack TLS or HTTP/2 say so, so that a plan knows', () => {
  const said = Object.entries(targetProtocols(PROJECT_ROOT, {}));
  const lacking = said.filter(([, spoken]) => !spoken.includes('h2'));
  const tlsAlone = ['http1', 'https1'];
  assert.deepEqual(Object.fromEntries(lacking), {
    express: tlsAlone,
    fastapi: tlsAlone,
    glassfish: ['http1'],
    php: tlsAlone,
    'php-deflate': tlsAlone,
  });
});

test("two targets of one name are the user's mistake, both places named", () => {
  const root = project('clash', ['one', 'group/one', 'other/one']);
  assert.throws(
    () => targetNames(root, {}),
    (error: unknown) => {
      assert.ok(error instanceof UserError);
      assert.equal(error.problems.length, 2);
      assert.match(error.message, /targets\/one/);
      assert.match(error.message, /targets\/group\/one/);
      return true;
    },
  );
});

test('the sources of a target are its folder, or one around it within targets/', async () => {
  const own = project('own', ['jvm/tomcat']);
  const folder = path.join(own, 'targets/jvm/tomcat');
  assert.equal(sourceFolder(folder, await readTargetFile(folder)), folder);
  const around = path.join(project('around', ['jvm/tomcat'], { sources: '..' }), 'targets/jvm/tomcat');
  assert.equal(sourceFolder(around, await readTargetFile(around)), path.dirname(around));
});

test('sources that are not there, lie elsewhere or hold all targets are refused', async () => {
  for (const [at, sources, what] of [
    ['jvm/a', '../none', /sources: there is no folder .*targets\/jvm\/none/],
    ['jvm/b', '../a', /sources: .* does not hold the target's own folder/],
    ['jvm/c', '../../..', /sources: .* is more than a target's sources/],
    ['jvm/d', '../../..', /sources: .* is more than a target's sources/],
    ['e', '..', /sources: .* is more than a target's sources/],
    ['f', '/', /sources: \/ is not a relative folder/],
  ] as const) {
    const root = project('refused', [at], { sources });
    await assert.rejects(readTargetFile(path.join(root, 'targets', at)), what);
  }
});

test('elsewhere the sources of a target may be any folder around it but the whole disk', async () => {
  for (const [sources, isRight] of [
    ['..', true],
    ['../../..', true],
    [path.relative(path.join(scratch, 'shop/targets/mine'), '/'), false],
  ] as const) {
    const folder = path.join(project('shop', ['mine'], { sources }), 'targets/mine');
    rmSync(path.join(scratch, 'shop/targets/CONTRACT.md'));
    if (isRight) assert.equal((await readTargetFile(folder)).sources, sources);
    else await assert.rejects(readTargetFile(folder), /sources: \/ is more than a target's sources/);
  }
});

test('a folder elsewhere may have another name, and one folder may have two', () => {
  const [one, two] = ['checkout-1', 'checkout-2'].map((name) =>
    path.join(project(name, ['server']), 'targets/server'),
  );
  const root = project('renaming', ['node']);
  const named = (variable: string) => targetNames(root, { WIREFARE_TARGETS: variable });
  assert.deepEqual(named(`base=${one}:head=${two}`), ['base', 'head', 'node']);
  assert.deepEqual(named(`base=${one}:head=${one}`), ['base', 'head', 'node']);
  assert.equal(targetFolder(root, { WIREFARE_TARGETS: `base=${one}:${two}` }, 'base'), one);
  assert.throws(() => named(`${one}:${two}`), /has the name of/);
  assert.throws(() => named(`node=${one}`), /has the name of/);
  assert.throws(() => named(`base=${path.dirname(one!)}`), /WIREFARE_TARGETS: there is no target\.json in/);
});
