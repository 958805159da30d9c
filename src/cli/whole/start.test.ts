import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import type { VerbCommand } from '../commands/verb-command.ts';
import { declareProgram, runCli } from '../program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Prints the address of every module that was loaded, behind what the command prints. */
const PRINTS_MODULES = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write(loaded.join('\\n')));
`;

/** The npm packages and rooms of src/ that the command loads in a process of its own. */
function loadedBy(...args: readonly string[]): { packages: string[]; rooms: string[] } {
  const hook = `data:text/javascript,${encodeURIComponent(PRINTS_MODULES)}`;
  const command = ['--import', hook, path.join(ROOT, 'src', 'main.ts'), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', cwd: ROOT });
  assert.equal(status, 0, stderr);
  return {
    packages: namedIn(stderr, /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g),
    rooms: namedIn(stderr, /\/src\/([a-z]+)\//g),
  };
}

function namedIn(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name!))].sort();
}

test('--version and --help load the declarations of the verbs, and of all packages commander alone', () => {
  for (const flag of ['--version', '--help']) assert.deepEqual(loadedBy(flag).packages, ['commander']);
});

test('./wirefare starts, from another folder and by a link to it too', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const link = path.join(folder, 'wirefare');
  symlinkSync(path.join(ROOT, 'wirefare'), link);
  for (const command of [path.join(ROOT, 'wirefare'), link]) {
    const { status, stdout, error } = spawnSync(command, ['--version'], { cwd: folder, encoding: 'utf8' });
    assert.equal(error, undefined);
    assert.deepEqual([status, /^\d+\.\d+\.\d+\n$/.test(stdout)], [0, true], stdout);
  }
});

test('list and plan load no library of a format, no server, no bundler, no chart, and no certificate', () => {
  const needed = ['commander', 'get-east-asian-width', 'leven', 'string-width', 'yaml', 'zod'];
  const terminal = ['ansi-regex', 'strip-ansi'];
  for (const args of [
    ['list', 'formats'],
    ['list', 'studies'],
    ['plan', 'quick', '--link', 'modelled'],
  ]) {
    const { packages, rooms } = loadedBy(...args);
    // A plan foretells intervals, by the quantiles of Student's t.
    const others = packages.filter(
      (name) => ![...needed, ...terminal].includes(name) && !name.startsWith('@stdlib/'),
    );
    assert.deepEqual(others, [], args.join(' '));
    for (const room of ['exchange', 'verify']) assert.ok(!rooms.includes(room), room);
  }
});

test('help of every verb fits into 80 columns, what is typed in examples aside', async () => {
  const verbs = declareProgram(async () => {}).commands.flatMap((verb) => [
    [verb.name()],
    ...verb.commands.map((inner) => [verb.name(), inner.name()]),
  ]);
  for (const words of [[], ...verbs]) {
    const host = fakeHost(tmpdir(), new FakeClock());
    assert.equal(await runCli([...words, '--help'], host), 0);
    const typed = (line: string) => line.startsWith('  wirefare ');
    const long = host
      .printed()
      .split('\n')
      .filter((line) => line.length > 80 && !typed(line));
    assert.deepEqual(long, [], words.join(' '));
  }
});

test('every verb shows how it is typed', () => {
  const verbs = declareProgram(async () => {}).commands as VerbCommand[];
  const all = verbs.flatMap((verb) => [verb, ...verb.commands]);
  for (const verb of all as VerbCommand[]) assert.ok(verb.examples.length > 0, verb.name());
});

test('every verb that has results gives them as JSON', () => {
  /** A script, a page to look at, and somebody else's program. */
  const without = ['completion', 'serve', 'networks run'];
  const verbs = declareProgram(async () => {}).commands.flatMap((verb) => [
    { name: verb.name(), verb },
    ...verb.commands.map((inner) => ({ name: `${verb.name()} ${inner.name()}`, verb: inner })),
  ]);
  const lacking = verbs.filter(({ verb }) => !verb.options.some(({ long }) => long === '--json'));
  assert.deepEqual(lacking.map(({ name }) => name).toSorted(), without.toSorted());
});

test('--json is --format json, and not both at once with another form', async () => {
  const host = fakeHost(tmpdir(), new FakeClock());
  assert.equal(await runCli(['report', 'nowhere', '--json', '--format', 'md'], host), 2);
  assert.match(host.told(), /--json.* cannot be used with .*--format/);
  for (const name of ['report', 'map', 'compare', 'gate']) {
    const program = declareProgram(async () => {});
    const verb = program.commands.find((each) => each.name() === name)!;
    await program.parseAsync([name, 'a', '--json'], { from: 'user' });
    assert.equal(verb.getOptionValue('format'), 'json', name);
  }
});

test('colours are for terminals, FORCE_COLOR asks for them anywhere, and NO_COLOR has the last word', () => {
  const hasColour = (env: Record<string, string>) => {
    const { PATH } = process.env;
    const args = [path.join(ROOT, 'src', 'main.ts'), 'list', 'nothing'];
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH, ...env } });
    assert.match(stderr, /nothing/);
    return stderr.includes('\x1b[');
  };
  assert.equal(hasColour({}), false);
  assert.equal(hasColour({ FORCE_COLOR: '1' }), true);
  assert.equal(hasColour({ FORCE_COLOR: '1', NO_COLOR: '1' }), false);
});

test('examples name verbs and options that there are', () => {
  const program = declareProgram(async () => {});
  for (const verb of program.commands as VerbCommand[]) {
    for (const { line } of [verb, ...(verb.commands as VerbCommand[])].flatMap(({ examples }) => examples)) {
      const [name, second] = line.split(' ');
      const called = [verb, ...verb.commands].findLast((each) => [name, second].includes(each.name()));
      const known = called?.options.map(({ long }) => long);
      const own = line.split(' -- ')[0]!.match(/(?<= )--[a-z]+/g) ?? [];
      assert.deepEqual(
        own.filter((option) => !known?.includes(option)),
        [],
        line,
      );
    }
  }
});
