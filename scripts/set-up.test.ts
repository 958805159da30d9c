import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';

const ROOT = path.dirname(import.meta.dirname);
const ONE = { 'node_modules/one': { version: '1.0.0' } };

/** A checkout with nothing but bin/ and a lock file of one package and one that is for other systems only. */
function checkout(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(ROOT, 'bin'), path.join(folder, 'bin'), { recursive: true });
  const other = { 'node_modules/other': { version: '2.0.0', optional: true } };
  const packages = { '': { name: 'x' }, ...ONE, ...other };
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

function install(folder: string, packages: object): void {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  writeFileSync(path.join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

function run(
  folder: string,
  program: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<{ code: number; stderr: string; stdout: string }> {
  return new Promise((resolve) => {
    const file = path.join(folder, 'bin', program);
    execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr, stdout });
      },
    );
  });
}

test('wirefare without its packages says what to do and exits with 4', async (t) => {
  const folder = checkout(t);
  const { code, stderr } = await run(folder, 'wirefare.mjs');
  assert.equal(code, 4);
  assert.match(stderr, /npm packages are missing/);
  assert.ok(stderr.includes(`cd ${folder} && npm ci`));
});

test('wirefare tells its version before it looks at its packages', async (t) => {
  const folder = checkout(t);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }));
  const expected = { code: 0, stderr: '', stdout: '1.2.3\n' };
  assert.deepEqual(await run(folder, 'wirefare.mjs', {}, ['--version']), expected);
});

test('packages in another version than locked, or not locked at all, are not as they should be', async (t) => {
  const folder = checkout(t);
  for (const packages of [
    { 'node_modules/one': { version: '1.0.1' } },
    { ...ONE, 'node_modules/more': {} },
  ]) {
    install(folder, packages);
    assert.equal((await run(folder, 'wirefare.mjs')).code, 4);
  }
});

test('what only work on Wirefare itself needs may be left out', async (t) => {
  const folder = checkout(t);
  const lock = { '': { name: 'x' }, ...ONE, 'node_modules/lint': { version: '3.0.0', dev: true } };
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: lock }));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src', 'main.ts'), 'process.exit(99);\n');
  install(folder, ONE);
  assert.equal((await run(folder, 'wirefare.mjs')).code, 99);
  install(folder, { ...ONE, 'node_modules/lint': { version: '3.0.1' } });
  assert.equal((await run(folder, 'wirefare.mjs')).code, 4);
});

test('wirefare hands over to main.ts with its exit code when the packages are as locked', async (t) => {
  const folder = checkout(t);
  install(folder, ONE);
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src', 'main.ts'), 'const code: number = 99; process.exit(code);\n');
  assert.deepEqual(await run(folder, 'wirefare.mjs'), { code: 99, stderr: '', stdout: '' });
});

test('an npm ci that fails is shown by its last lines, with exit code 4', async (t) => {
  const folder = checkout(t);
  const npm = path.join(folder, 'npm-cli.js');
  writeFileSync(npm, 'console.error("npm error network ENOTFOUND"); process.exit(1);\n');
  const { code, stderr } = await run(folder, 'start.mjs', { npm_execpath: npm });
  assert.equal(code, 4);
  assert.match(stderr, /Installing the npm packages/);
  assert.match(stderr, /npm ci failed with code 1; its last lines:\n\n {2}\| npm error network ENOTFOUND/);
});

test('what targets and clients run on is among what npm test looks for, with its packages', async () => {
  const env = { ...process.env, WIREFARE_PHP: '/nowhere/php' };
  const file = path.join(ROOT, 'scripts', 'missing-browsers.ts');
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [file, 'programs'], { env }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const php = (JSON.parse(said) as { name: string }[]).find(({ name }) => name === 'php');
  const expected = { tried: ['/nowhere/php'], packages: ['php-cli'], override: 'WIREFARE_PHP' };
  assert.deepEqual(php, { name: 'php', ...expected });
});

test('the installed package needs no lock file, and says how to bring Node 24 where npm has left it out', async (t) => {
  const folder = checkout(t);
  rmSync(path.join(folder, 'package-lock.json'));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src', 'main.js'), 'process.exitCode = 99;\n');
  assert.deepEqual(await run(folder, 'wirefare.mjs'), { code: 99, stderr: '', stdout: '' });
  const { findNode24 } = await import(path.join(folder, 'bin', 'node24.mjs'));
  assert.throws(
    () => findNode24('20.1.0'),
    (error: Error & { remedy?: string }) =>
      /This is Node 20.1.0; Wirefare runs on Node 24, and n/.test(error.message) &&
      /npm install --include=optional|install Node 24/.test(error.remedy ?? ''),
  );
  const beside = path.join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
  mkdirSync(path.join(beside, 'bin'), { recursive: true });
  for (const file of ['package.json', 'bin/node']) writeFileSync(path.join(beside, file), '{}');
  assert.equal(findNode24('20.1.0'), path.join(beside, 'bin', 'node'));
});

test('a packaged Node that this system cannot start is told as lacking, with what mends it', async (t) => {
  const folder = checkout(t);
  const { runInPlace } = await import(path.join(folder, 'bin', 'child.mjs'));
  const node = path.join(folder, 'node');
  // On musl there is no such loader; a file that nobody may run is another case of the same.
  for (const [mode, code] of [
    [0o755, 'ENOENT'],
    [0o644, 'EACCES'],
  ] as const) {
    writeFileSync(node, '#!/no/such/ld-linux.so\n');
    chmodSync(node, mode);
    await assert.rejects(
      runInPlace(node, ['main.js']),
      (error: Error & { remedy?: string }) =>
        error.message.includes(`${node} (${code})`) && /^install Node 24 /.test(error.remedy ?? ''),
    );
  }
  // As a command it ends with 4, and without a stack.
  const script = path.join(folder, 'bin', 'try.mjs');
  writeFileSync(
    script,
    `import { runInPlace } from './child.mjs';\nimport { runMain } from './say.mjs';\nawait runMain(() => runInPlace(${JSON.stringify(node)}, []));\n`,
  );
  const { code, stderr } = await run(folder, 'try.mjs');
  assert.equal(code, 4);
  assert.match(stderr, /made for Linux with glibc/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});
