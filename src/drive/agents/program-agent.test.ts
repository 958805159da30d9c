import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { clientFindings } from '../targets/target-findings.ts';
import { clientFolders } from './client-names.ts';
import { programAgentDriver } from './program-agent.ts';

let scratch = '';
before(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-client-'));
});
after(() => rmSync(scratch, { recursive: true, force: true }));

const WRITES_ARGUMENTS =
  "require('node:fs').writeFileSync(process.env.HOME + '/../../said.json', JSON.stringify({args: process.argv.slice(2), cwd: process.cwd()}));";

/** A client in a project of its own, whose program is given. */
function madeUp(name: string, program: string, file: Record<string, unknown> = {}) {
  const projectRoot = path.join(scratch, name);
  const folder = path.join(projectRoot, 'clients', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'main.cjs'), program);
  const usual = { name, title: name, language: 'JavaScript', version: '1.2', start: ['node', 'main.cjs'] };
  writeFileSync(path.join(folder, 'client.json'), JSON.stringify({ ...usual, ...file }));
  const told: string[] = [];
  const guardian = createGuardian(scratch);
  const settings = {
    folder,
    projectRoot,
    cacheDir: path.join(projectRoot, 'cache'),
    nodePath: process.execPath,
    env: { PATH: process.env.PATH },
    tempDir: scratch,
    isRoot: false,
    tell: (line: string) => told.push(line),
  };
  return { driver: programAgentDriver(settings, guardian), settings, told, guardian };
}

test('a client that is a program gets the page’s URL as its last argument, in its own folder', async () => {
  const start = ['node', 'main.cjs', '--quiet'];
  const { driver, settings, guardian } = madeUp('plain', WRITES_ARGUMENTS, { start });
  assert.equal((await driver.find()).version, '1.2');
  const agent = await driver.open('http://127.0.0.1:1/#token=t');
  assert.equal(agent.engine, 'plain');
  assert.deepEqual(await agent.exited, { code: 0, signal: null, lastWords: '' });
  const said = JSON.parse(readFileSync(path.join(guardian.folder(), 'said.json'), 'utf8'));
  assert.deepEqual(said, { args: ['--quiet', 'http://127.0.0.1:1/#token=t'], cwd: settings.folder });
  await agent.close();
});

test('a client that is a program is told the run’s certificate, and of none where there is none', async () => {
  const writes =
    "require('node:fs').writeFileSync(process.env.HOME + '/../../told.json', JSON.stringify(process.env.WIREFARE_CERTIFICATE ?? null));";
  const { driver, guardian } = madeUp('trusting', writes);
  const trust = {
    certFile: '/run/cert.pem',
    spkiSha256Base64: '',
    sha256Fingerprint: '',
    authorities: ['127.0.0.1:1'],
  };
  for (const [settings, expected] of [
    [{ trust }, '/run/cert.pem'],
    [{}, null],
  ] as const) {
    const agent = await driver.open('http://127.0.0.1:1/', settings);
    await agent.exited;
    assert.equal(
      JSON.parse(readFileSync(path.join(guardian.folder(), 'told.json'), 'utf8')) as unknown,
      expected,
    );
    await agent.close();
  }
});

test('a client that dies leaves its code and its last words', async () => {
  const { driver } = madeUp('dying', "console.error('no such codec'); process.exit(3);");
  const agent = await driver.open('http://127.0.0.1:1/#token=t');
  assert.deepEqual(await agent.exited, { code: 3, signal: null, lastWords: 'no such codec' });
  await agent.close();
});

test('a client is built when it is prepared or opened, again when its sources elsewhere change, and not before', async () => {
  const { driver, settings, told } = madeUp('built', WRITES_ARGUMENTS, {
    sources: '../../code',
    build: ['cp', 'main.cjs', '{built}/main.cjs'],
    start: ['node', '{built}/main.cjs'],
  });
  const code = path.join(settings.projectRoot, 'code');
  mkdirSync(code);
  writeFileSync(path.join(code, 'main.cjs'), WRITES_ARGUMENTS);
  await driver.find();
  assert.deepEqual(told, []);
  const [before] = await clientFindings(settings);
  assert.deepEqual([before!.name, before!.status], ['client built', 'warning']);
  await driver.prepare!();
  await (await driver.open('http://127.0.0.1:1/')).close();
  assert.equal(told.length, 1);
  assert.match(told.join(), /^building the client built \(cp main\.cjs/);
  assert.equal((await clientFindings(settings))[0]!.status, 'ok');
  writeFileSync(path.join(code, 'main.cjs'), `${WRITES_ARGUMENTS} //`);
  await (await driver.open('http://127.0.0.1:1/')).close();
  assert.equal(told.length, 2);
});

test('a client that cannot be started or built says what is missing and what brings it', async () => {
  const unbuildable = madeUp('unbuildable', '', { build: ['no-such-builder', '{built}'] });
  await assert.rejects(unbuildable.driver.find(), (error: unknown) => {
    assert.ok(error instanceof EnvironmentError);
    assert.equal(error.remedy, 'install no-such-builder, or set WIREFARE_NO_SUCH_BUILDER to its path');
    return true;
  });
  assert.equal((await clientFindings(unbuildable.settings))[0]!.status, 'missing');
  const library = { what: 'Qt', files: ['/nowhere/qt'], packages: ['qt-dev'] };
  const bare = madeUp('bare', '', { build: ['no-such-builder', '{built}'], needs: [library] });
  await assert.rejects(bare.driver.find(), (error: unknown) => {
    assert.match((error as EnvironmentError).message, /no no-such-builder in PATH; bare needs .*: Qt$/);
    assert.match(
      (error as EnvironmentError).remedy,
      /^install no-such-builder, .*; .*apt-get install .* qt-dev$/,
    );
    return true;
  });
  const nowhere = madeUp('nowhere', '', { start: ['./program'] });
  await assert.rejects(nowhere.driver.find(), /find the client nowhere: no such file .*\/nowhere\/program/);
  await assert.rejects(nowhere.driver.open('http://127.0.0.1:1/'), EnvironmentError);
});

test('what is wrong with a client.json is told with its file and field', async () => {
  const { driver, settings } = madeUp('wrong', '', { sources: '../nowhere' });
  assert.deepEqual([...clientFolders(settings.projectRoot, {}).keys()], ['wrong']);
  await assert.rejects(driver.find(), (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, /wrong\/client\.json: sources: there is no folder/);
    return true;
  });
});
