// The scripts for zsh and fish: asked in these shells where they are installed, and read by other means
// always, so that what no shell would take is found on any machine.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import { runCli } from '../program.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-shells-'));
after(() => rmSync(scratch, { recursive: true }));

/** The path of the script. */
async function scriptFor(shell: string): Promise<string> {
  const host = fakeHost(scratch, new FakeClock());
  assert.equal(await runCli(['completion', shell], host), 0);
  const file = join(scratch, `script.${shell}`);
  writeFileSync(file, host.printed());
  return file;
}

const hasShell = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** zsh's own functions print what they are given; which of it fits is zsh's to see. */
const ZSH_STAND_INS = `
compdef() { }
_describe() { print -rl -- \${(P)@[-1]} }
_files() { print FILES }
compadd() { if [[ $1 == -a ]] { print -rl -- \${(P)2} } else { shift; print -rl -- $@ } }
`;

function givenByZsh(script: string, ...words: readonly string[]): string[] {
  const ask = `${ZSH_STAND_INS}
source "$1"; shift
words=(wirefare "$@"); CURRENT=$#words; _wirefare`;
  const said = execFileSync('zsh', ['-f', '-c', ask, 'zsh', script, ...words], { encoding: 'utf8' });
  return said.trimEnd().split('\n');
}

function completedByFish(script: string, line: string): string[] {
  const ask = 'source $argv[1]; complete -C $argv[2]';
  const said = execFileSync('fish', ['--no-config', '-c', ask, script, line], {
    encoding: 'utf8',
    cwd: scratch,
  });
  return said
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => one.split('\t', 1)[0]!);
}

test('zsh gets verbs, options, words of options, names that are here, and files elsewhere', async (context) => {
  const script = await scriptFor('zsh');
  // Its quotes, brackets and cases are those of bash.
  execFileSync('bash', ['-n', script]);
  if (!hasShell('zsh')) return context.diagnostic('no zsh here: read by bash alone');
  const given = (...words: string[]) => givenByZsh(script, ...words);
  assert.ok(given('').some((verb) => verb.startsWith('schema:')));
  assert.deepEqual(given('networks', '').slice(0, 2), ['check', 'run']);
  assert.ok(given('networks', 'check', '').includes('3gslow'));
  assert.ok(given('run', '--pri').some((option) => option.startsWith('--price:')));
  const links = given('run', '--link', '');
  assert.ok(links.includes('tun') && links.includes('tbf') && !links.includes('FILES'), links.join(' '));
  assert.deepEqual(given('run', '--out', ''), ['FILES']);
  assert.ok(given('run', '').includes('opijac-2017'));
  assert.deepEqual(given('completion', ''), ['bash', 'zsh', 'fish']);
});

test('fish gets the same', async (context) => {
  const script = await scriptFor('fish');
  const read = readFileSync(script, 'utf8');
  // A word, or one in quotes within which a backslash keeps the next character.
  const command = /^complete( ([\w.:/+-]+|'([^'\\]|\\[\\'])*'))+$/;
  for (const line of read.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
    assert.match(line, command);
  if (!hasShell('fish')) return context.diagnostic('no fish here: its lines are read alone');
  const completed = (line: string) => completedByFish(script, line);
  assert.deepEqual(completed('wirefare sch'), ['schema']);
  assert.deepEqual(completed('wirefare networks c'), ['check']);
  assert.deepEqual(completed('wirefare networks check 3gs'), ['3gslow']);
  assert.deepEqual(completed('wirefare run --pri'), ['--price']);
  assert.deepEqual(completed('wirefare run --link t').toSorted(), ['tbf', 'tun']);
  assert.deepEqual(completed('wirefare run opi'), ['opijac-2017']);
  assert.deepEqual(completed('wirefare completion ').toSorted(), ['bash', 'fish', 'zsh']);
});
