import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fakeProgram } from '../../../test/support/ci/fake-program.ts';
import { FakeClock } from '../../base/clock.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { CHROMIUM, chromiumArguments, chromiumDriver } from '../agents/chromium.ts';
import { realDrivers } from '../catalogue.ts';
import { createGuardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { findProgram, readOutput, type Wanted } from './find-program.ts';

const SHELL: Wanted = {
  name: 'shell',
  override: 'MY_SHELL',
  names: ['nosh', 'sh'],
  paths: ['/opt/sh'],
  packages: ['dash'],
};

async function catchFailure(promise: Promise<unknown>): Promise<EnvironmentError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof EnvironmentError);
  return error;
}

test('a program is found in PATH, by its names in order, and then at its well-known places', async () => {
  const env = { PATH: '/no/where:/bin' };
  assert.equal(await findProgram(SHELL, { env, isRoot: true }), '/bin/sh');
  const elsewhere = { ...SHELL, names: [], paths: ['/opt/no', '/bin/sh'] };
  assert.equal(await findProgram(elsewhere, { env, isRoot: true }), '/bin/sh');
});

test('a missing program is told with every place that was looked at and the one command', async () => {
  const env = { PATH: '/no/where:/nor/here' };
  const asUser = await catchFailure(findProgram(SHELL, { env, isRoot: false }));
  assert.deepEqual(asUser.tried, ['nosh in PATH', 'sh in PATH', '/opt/sh']);
  assert.equal(asUser.message, 'find shell: there is no nosh in PATH, sh in PATH, /opt/sh');
  assert.equal(asUser.remedy, 'sudo apt-get install -y --no-install-recommends dash');
  const asRoot = await catchFailure(findProgram(SHELL, { env, isRoot: true }));
  assert.equal(asRoot.remedy, 'apt-get install -y --no-install-recommends dash');
});

test('the variable that names a program outright is the only place looked at', async () => {
  const env = { PATH: '/bin', MY_SHELL: '/my/own/shell' };
  const error = await catchFailure(findProgram(SHELL, { env, isRoot: true }));
  assert.deepEqual(error.tried, ['/my/own/shell']);
  assert.equal(error.remedy, 'set MY_SHELL to the path of shell, or unset it');
  assert.equal(await findProgram(SHELL, { env: { MY_SHELL: '/bin/sh' }, isRoot: true }), '/bin/sh');
});

test('elsewhere a browser is looked for where it is installed there, and apt-get is no remedy', async () => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!;
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-places-'));
  const application = path.join(folder, 'Google/Chrome/Application');
  try {
    mkdirSync(path.join(application, '131.0.6778.86'), { recursive: true });
    fakeProgram(application, 'chrome.exe', 'echo it opened a window');
    const settings = {
      nodePath: process.execPath,
      env: { PATH: '', ProgramFiles: folder },
      tempDir: tmpdir(),
      projectRoot: folder,
      isRoot: false,
    };
    Object.defineProperty(process, 'platform', { ...own, value: 'win32' });
    const found = await chromiumDriver(settings, createGuardian(tmpdir())).find();
    assert.deepEqual(found, { path: path.join(application, 'chrome.exe'), version: '131.0.6778.86' });
    Object.defineProperty(process, 'platform', { ...own, value: 'darwin' });
    const missing = await catchFailure(findProgram(CHROMIUM, settings));
    assert.ok(missing.tried.includes('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'));
    assert.equal(missing.remedy, 'install it, and set WIREFARE_CHROMIUM to its path where it is elsewhere');
  } finally {
    Object.defineProperty(process, 'platform', own);
    rmSync(folder, { recursive: true });
  }
});

test('what a program says is null where it fails', async () => {
  assert.equal(await readOutput('/bin/sh', ['-c', 'echo Chromium 1.2'], {}), 'Chromium 1.2');
  assert.equal(await readOutput('/bin/sh', ['-c', 'echo no; exit 1'], {}), null);
  assert.equal(await readOutput('/no/such', [], {}), null);
});

test('what was found is remembered, what was not is looked for again', async () => {
  let calls = 0;
  const find = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  await assert.rejects(find());
  assert.deepEqual([await find(), await find(), calls], [2, 2, 2]);
});

test('Chromium gives up its sandbox for root alone, and shared memory only where it is small', () => {
  const args = (isRoot: boolean, smallSharedMemory: boolean) =>
    chromiumArguments('http://page/', '/profile', { isRoot, smallSharedMemory });
  assert.equal(args(false, false).includes('--no-sandbox'), false);
  assert.ok(args(true, false).includes('--no-sandbox'));
  assert.equal(args(true, false).includes('--disable-dev-shm-usage'), false);
  assert.ok(args(false, true).includes('--disable-dev-shm-usage'));
  assert.ok(args(false, false).includes('--user-data-dir=/profile'));
  assert.equal(args(true, true).at(-1), 'http://page/');
});

test('drivers are known by name; an unknown browser or target is the mistake of the user', async () => {
  const settings = {
    nodePath: process.execPath,
    env: { PATH: '', WIREFARE_CHROMIUM: '/none' },
    tempDir: tmpdir(),
  };
  const root = new URL('../../..', import.meta.url).pathname;
  const drivers = realDrivers({
    ...settings,
    projectRoot: root,
    isRoot: true,
    dataDir: '/none',
    clock: new FakeClock(),
    tell: () => {},
  });
  assert.equal(drivers.agent('firefox').name, 'firefox');
  assert.equal(drivers.target('node').name, 'node');
  assert.throws(() => drivers.agent('opera'), UserError);
  assert.throws(() => drivers.target('../bin'), UserError);
  const error = await catchFailure(drivers.agent('chromium').open('http://page/'));
  assert.equal(error.message, `find ${CHROMIUM.name}: no such file /none`);
  assert.match((await drivers.agent('node').find()).version, /^\d+\.\d+\.\d+$/);
});
