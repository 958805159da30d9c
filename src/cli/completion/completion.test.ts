import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { SHELLS } from '../commands/completion.ts';
import { declareProgram, runCli } from '../program.ts';
import { bashScript } from './bash.ts';
import { completedVerbs } from './completed-verbs.ts';
import { fishScript } from './fish.ts';
import { inFishQuotes } from './quotes.ts';
import { zshScript } from './zsh.ts';

async function printed(shell: string): Promise<string> {
  const host = fakeHost(tmpdir(), new FakeClock());
  assert.equal(await runCli(['completion', shell], host), 0);
  return host.printed();
}

/** What bash has for the last word, once it has read the script. */
function completedByBash(script: string, ...words: readonly string[]): string[] {
  const ask = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wirefare; declare -p COMPREPLY';
  const args = ['--norc', '-c', `${script}\n${ask}`, 'bash', 'wirefare', ...words];
  const said = execFileSync('bash', args, { encoding: 'utf8' });
  // declare -a COMPREPLY=([0]="tun" [1]="tbf")
  return Array.from(said.matchAll(/\[\d+\]="([^"]*)"/g), ([, word]) => word!);
}

test('bash completes verbs, the verbs below them, options, words of options, and names that are here', async () => {
  const script = await printed('bash');
  const completed = (...words: string[]) => completedByBash(script, ...words);
  assert.deepEqual(completed('sch'), ['schema']);
  assert.ok(completed('').includes('advise') && completed('').includes('--version'));
  assert.deepEqual(completed('networks', 'c'), ['check']);
  assert.deepEqual(completed('networks', 'check', '3gs'), ['3gslow']);
  assert.deepEqual(completed('run', '--pri'), ['--price']);
  assert.deepEqual(completed('run', '--link', 't'), ['tun', 'tbf']);
  assert.deepEqual(completed('run', 'opi'), ['opijac-2017']);
  assert.deepEqual(completed('verify', 'drop'), ['dropwizard']);
  assert.deepEqual(completed('completion', ''), [...SHELLS]);
});

test('where anything may stand bash is left to complete files', async () => {
  const script = await printed('bash');
  assert.deepEqual(completedByBash(script, 'run', '--out', ''), []);
  assert.deepEqual(completedByBash(script, 'sizes', 'ord'), []);
  assert.match(script, /^complete .*-o default -F _wirefare wirefare$/m);
});

test('every shell gets every verb with all of its options', async () => {
  const verbs = completedVerbs(
    declareProgram(async () => {}),
    {},
  );
  const [bash, zsh, fish] = [bashScript(verbs), zshScript(verbs), fishScript(verbs)];
  assert.ok(verbs.length > 14 && verbs.some(({ name }) => name === 'networks check'));
  for (const { name, options } of verbs) {
    const lines = (script: string, start: string) =>
      script.split('\n').filter((line) => line.trim().startsWith(start));
    const named = [
      lines(bash, `'${name}') words=`).join(''),
      lines(zsh, `('${name}') options=`).join(''),
      lines(fish, 'complete').join('\n').replaceAll(' -l ', ' --'),
    ];
    for (const option of options)
      for (const text of named) assert.ok(text.includes(option.name), `${name} ${option.name}`);
  }
});

test('what is said of an option may have quotes, colons and backslashes', () => {
  const option = { name: '--it', about: "it's: a \\ b", takesValue: false, words: [] };
  const verbs = [{ name: 'do', about: 'x', options: [option], words: ["o'k"], wordsOnly: true }];
  assert.ok(zshScript(verbs).includes("'--it:it'\\''s: a \\ b'"));
  assert.ok(fishScript(verbs).includes("'it\\'s: a \\\\ b'"));
  assert.equal(inFishQuotes("a'b"), "'a\\'b'");
});

test('another shell is refused with those that there are', async () => {
  await assert.rejects(printed('fsh'), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError);
    assert.match(thrown.problems[0]!.what, /fsh/);
    assert.deepEqual(thrown.problems[0]!.allowed, [...SHELLS]);
    return true;
  });
});
