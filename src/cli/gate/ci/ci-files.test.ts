// The action, the workflows and the examples for other CIs, played: their shell runs in a folder, with a gate
// that answers what a test says where the real one would measure.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { parse } from 'yaml';
import { fakeProgram } from '../../../../test/support/ci/fake-program.ts';
import { readAnnotations, readJunit } from '../../../../test/support/ci/readers.ts';
import {
  type Around,
  type Played,
  playAction,
  playJob,
  type WorkflowFile,
} from '../../../../test/support/ci/runner.ts';
import { EXIT_BROKEN, EXIT_CODES, EXIT_UNDECIDED } from '../../../base/exit-codes.ts';
import { PROJECT_ROOT } from '../../../base/places.ts';

const HERE = path.join(PROJECT_ROOT, 'deploy/ci');
const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-ci-'));
after(() => rmSync(scratch, { recursive: true }));
let folders = 0;
let workspace = '';
/** A copy of the action's files, in which the command is a fake. */
let copy = '';
let programs = '';
beforeEach(() => {
  const own = path.join(scratch, String(folders++));
  [workspace, copy, programs] = ['workspace', 'wirefare', 'bin'].map((name) => path.join(own, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [workspace, copy, programs]) mkdirSync(folder, { recursive: true });
  cpSync(path.join(PROJECT_ROOT, 'action.yml'), path.join(copy, 'action.yml'));
  cpSync(path.join(PROJECT_ROOT, 'package-lock.json'), path.join(copy, 'package-lock.json'));
  cpSync(HERE, path.join(copy, 'deploy/ci'), { recursive: true });
  fakeProgram(programs, 'npm', 'echo "npm $*"');
  fakeProgram(programs, 'sudo', 'echo "sudo $*"');
});

/** Writes what the real one writes, and notes how it was called. */
function fakeGate(code: number, { says = 'broken', leaves = true, tells = 'progress' } = {}): void {
  const junit =
    '<testsuite name="g" tests="1" failures="1"><testcase classname="g" name="r"><failure message="broken">x</failure></testcase></testsuite>';
  mkdirSync(path.join(copy, 'bin'), { recursive: true });
  fakeProgram(copy, 'wirefare', 'exec "$(dirname "$0")/bin/wirefare.mjs" "$@"');
  fakeProgram(
    path.join(copy, 'bin'),
    'wirefare.mjs',
    `printf '%s\\n' "$@" >"${workspace}/called.txt"
echo "Gate g: ${says}"
echo "::error file=$2,line=3,title=broken%3A total::json head%0A+5 %25"
printf '%s\\n' '${tells}' >&2
while [ $# -gt 0 ]; do
  if [ "$1" = --also ] && ${leaves}; then
    case $2 in
      *.xml) printf '%s' '${junit}' >"$2" ;;
      *.md) printf '**Gate g: ${says}.**\\n' >"$2" ;;
      *) echo x >"$2" ;;
    esac
  fi
  shift
done
exit ${code}`,
  );
}

const around = () => ({
  folder: workspace,
  event: PULL_REQUEST,
  eventName: 'pull_request',
  env: {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: scratch,
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
  },
});
const PULL_REQUEST = {
  pull_request: {
    number: 7,
    base: { sha: 'b'.repeat(40) },
    head: { sha: 'c'.repeat(40), repo: { full_name: 'stranger/shop' } },
  },
};

function played(inputs: Record<string, string> = {}, more: Partial<Around> = {}): Played {
  const { uses, ...others } = more;
  return playAction(path.join(copy, 'action.yml'), inputs, {
    ...around(),
    ...others,
    uses: { 'actions/cache': () => 0, ...uses },
  });
}

const gitIn =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args],
      { cwd, encoding: 'utf8', stdio: 'pipe' },
    );

/** A checkout of a pull request's merge, whose base has gained a file since the change began. */
function mergeIn(folder: string): void {
  mkdirSync(folder);
  const git = gitIn(folder);
  const commit = (file: string) => {
    writeFileSync(path.join(folder, file), file);
    git('add', '.');
    git('commit', '-qm', file);
  };
  git('init', '-q');
  commit('gate.yaml');
  git('checkout', '-qb', 'change');
  commit('changed.txt');
  git('checkout', '-q', 'main');
  commit('gained.txt');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'change');
}

const called = () => readFileSync(path.join(workspace, 'called.txt'), 'utf8').trim().split('\n');

for (const [code, outcome] of [
  [0, 'kept'],
  [99, 'broken'],
  [3, 'undecided'],
  [4, 'error'],
] as const) {
  test(`the action ends as its gate does, with ${code}, and says ${outcome}`, () => {
    fakeGate(code, { says: outcome });
    const { code: own, outputs, summary, log } = played();
    assert.equal(own, code, log);
    assert.deepEqual(outputs, { outcome, code: String(code), folder: 'wirefare-gate' });
    assert.equal(summary, `**Gate g: ${outcome}.**\n`);
    assert.match(log, /npm ci --prefix .*wirefare --omit=dev --prefer-offline --no-audit/);
    assert.match(log, /progress/);
    assert.deepEqual(called().slice(0, 4), ['gate', 'gate.yaml', '--format', 'github']);
  });
}

test('the action names every code with which it may end', () => {
  const { outputs } = parse(readFileSync(path.join(copy, 'action.yml'), 'utf8'));
  const named = (outputs.code.description as string).match(/\b\d+\b/g)!.map(Number);
  const ofVerbs = EXIT_CODES.map(([code]) => code);
  const noCommand = 127;
  assert.deepEqual(new Set(named), new Set([...ofVerbs, EXIT_UNDECIDED, EXIT_BROKEN, noCommand]));
});

test('npm’s cache is kept by the lock file of the action, and the gate runs where it cannot be had', () => {
  fakeGate(0);
  const cached: object[] = [];
  const cache = (inputs: Readonly<Record<string, string>>) => {
    cached.push(inputs);
    return 1;
  };
  const { code, log } = played({}, { uses: { 'actions/cache': cache } });
  assert.equal(code, 0, log);
  const lock = readFileSync(path.join(copy, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  assert.deepEqual(cached, [{ path: 'npm config get cache', key: `wirefare-npm-Linux-X64-${digest}` }]);
});

test('in the npm package, which has no lock file, nothing is installed, and the gate runs', () => {
  fakeGate(0);
  rmSync(path.join(copy, 'package-lock.json'));
  const refuse = () => {
    throw new Error('nothing is cached');
  };
  const { code, log, outputs } = played({}, { uses: { 'actions/cache': refuse } });
  assert.equal(code, 0, log);
  assert.equal(outputs.outcome, 'kept');
  assert.doesNotMatch(log, /npm ci/);
});

test('annotations, JUnit and all other files are where the action says', () => {
  fakeGate(99);
  const { log } = played({ file: 'base/gate.yaml', out: 'seen here', args: '--yes --insecure' });
  assert.deepEqual(readAnnotations(log), [
    {
      command: 'error',
      properties: { file: 'base/gate.yaml', line: '3', title: 'broken: total' },
      message: 'json head\n+5 %',
    },
  ]);
  const folder = path.join(workspace, 'seen here');
  assert.equal(readJunit(readFileSync(path.join(folder, 'gate.xml'), 'utf8')).length, 1);
  for (const name of ['gate.md', 'gate.html', 'gate.json'])
    assert.ok(existsSync(path.join(folder, name)), name);
  assert.deepEqual(called().slice(-2), ['--yes', '--insecure']);
});

test('what a server writes while it is measured is no command to GitHub', () => {
  const tells = 'progress\n::error::owned\n::stop-commands::x\n::x::\n::add-path::/tmp/evil';
  fakeGate(4, { tells });
  const { log } = played();
  assert.match(log, /owned/);
  assert.deepEqual(
    readAnnotations(log).map(({ properties: { title } }) => title),
    ['broken: total'],
  );
  // One by a word that was not there before.
  const words = [0, 1].map(() => /::stop-commands::([0-9a-f]{32})\n/.exec(played().log)![1]);
  assert.notEqual(words[0], words[1]);
});

test('the gate’s own file is no leaving of an earlier gate, and those are taken away', () => {
  for (const name of ['gate.yaml', 'gate.yml', 'gate.xml', 'gate.json'])
    writeFileSync(path.join(workspace, name), 'mine');
  fakeGate(2, { leaves: false });
  const { code } = played({ out: '.' });
  assert.equal(code, 2);
  for (const name of ['gate.yaml', 'gate.yml'])
    assert.equal(readFileSync(path.join(workspace, name), 'utf8'), 'mine', name);
  for (const name of ['gate.xml', 'gate.json', 'stdout', 'stderr'])
    assert.ok(!existsSync(path.join(workspace, name)), name);
});

test('an input is never a part of a command', () => {
  fakeGate(0);
  played({ file: '$(touch stolen)`touch stolen`";touch stolen;"', args: '$(touch stolen) ;touch stolen' });
  assert.ok(!existsSync(path.join(workspace, 'stolen')));
  assert.equal(called()[1], '$(touch stolen)`touch stolen`";touch stolen;"');
});

test('a gate that ends without an outcome is told with its own words', () => {
  fakeGate(2, { leaves: false });
  const { code, summary, outputs } = played();
  assert.deepEqual([code, outputs.outcome], [2, 'error']);
  assert.match(summary, /^\*\*The gate ended with exit code 2\.\*\*\n\n {4}progress\n$/);
});

test('where the summary cannot be written the step ends rightly, and says so', () => {
  fakeGate(0);
  const { code, log } = played({}, { withoutSummary: true });
  assert.equal(code, 0);
  assert.match(log, /the summary of the step cannot be written; wirefare-gate\/gate\.md has it/);
});

test('a pull request is measured without a secret, with the rules of its base', () => {
  const file = path.join(HERE, 'github-gate.yml');
  const { on, permissions } = parse(readFileSync(file, 'utf8')) as WorkflowFile;
  assert.deepEqual([on, permissions], ['pull_request', { contents: 'read' }]);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /secrets\.|github\.token|pull_request_target/);
  fakeGate(99);
  const checkedOut: object[] = [];
  let uploaded = '';
  const { code, log } = playJob(file, 'gate', {
    ...around(),
    uses: {
      'actions/checkout': (inputs) => {
        checkedOut.push(inputs);
        mergeIn(path.join(workspace, inputs.path!));
        return 0;
      },
      'OWNER/wirefare': (inputs) => played(inputs).code,
      'actions/upload-artifact': (inputs) => {
        if (inputs.name === 'wirefare-gate') uploaded = inputs.path!;
        return 0;
      },
    },
  });
  assert.equal(code, 99);
  // No ref: the merge that the event is of.
  assert.deepEqual(checkedOut, [{ path: 'head', 'fetch-depth': '2', 'persist-credentials': 'false' }]);
  const files = (side: string) => readdirSync(path.join(workspace, side)).filter((name) => name !== '.git');
  assert.deepEqual(files('base').sort(), ['gate.yaml', 'gained.txt'].sort(), 'the base as it is now');
  assert.deepEqual(files('head').sort(), ['changed.txt', 'gained.txt', 'gate.yaml'].sort());
  assert.match(log, /sudo sysctl -q kernel\.apparmor_restrict_unprivileged_userns=0/);
  assert.equal(called()[1], 'base/gate.yaml');
  // Also of a gate that is broken.
  assert.ok(existsSync(path.join(workspace, uploaded, 'gate.md')));
});

test('the script of a CI finds the command beside it, in a checkout and in the npm package', () => {
  fakeGate(99);
  // The package has no such file.
  rmSync(path.join(copy, 'wirefare'));
  const env = { PATH: process.env.PATH };
  const { status, stderr } = spawnSync('sh', [path.join(copy, 'deploy/ci/gate.sh')], {
    cwd: workspace,
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 99, stderr);
  assert.equal(called()[1], 'gate.yaml');
  assert.ok(existsSync(path.join(workspace, 'wirefare-gate/gate.xml')));
});

test('in GitLab the job leaves JUnit, warns where the gate is undecided, and fails where it is broken', () => {
  const { gate } = parse(readFileSync(path.join(HERE, 'gitlab.yml'), 'utf8'));
  cpSync(copy, path.join(workspace, 'wirefare'), { recursive: true });
  for (const [code, allowed] of [
    [3, true],
    [99, false],
  ] as const) {
    fakeGate(code);
    cpSync(copy, path.join(workspace, 'wirefare'), { recursive: true });
    const { status, stdout } = spawnSync('sh', ['-e', '-c', gate.script.join('\n')], {
      cwd: workspace,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        GITLAB_CI: 'true',
        ...gate.variables,
        WIREFARE: path.join(copy, 'wirefare'),
      },
    });
    assert.equal(status, code, stdout);
    assert.equal(gate.allow_failure.exit_codes.includes(code), allowed);
    assert.deepEqual(called().slice(1, 4), ['base/gate.yaml', '--format', 'terminal']);
    assert.equal(
      readJunit(readFileSync(path.join(workspace, gate.artifacts.reports.junit), 'utf8')).length,
      1,
    );
  }
});

test('in Jenkins the shell of the pipeline makes both trees from git, and runs the gate', () => {
  const text = readFileSync(path.join(HERE, 'Jenkinsfile'), 'utf8');
  const [trees, gate] = [...text.matchAll(/'''\n(.*?)'''/gs)].map(([, shell]) => shell!);
  const git = gitIn(workspace);
  git('init', '-q');
  writeFileSync(path.join(workspace, 'gate.yaml'), 'base\n');
  git('add', '.');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'change');
  writeFileSync(path.join(workspace, 'gate.yaml'), 'head\n');
  git('commit', '-qam', 'head');
  git('remote', 'add', 'origin', workspace);
  fakeGate(3);
  const env = { ...around().env, CHANGE_TARGET: 'main', WIREFARE_HOME: copy };
  // Twice, as builds share a workspace.
  for (let build = 0; build < 2; build++) {
    execFileSync('sh', ['-xe', '-c', trees!], { cwd: workspace, env, stdio: 'pipe' });
    // What an earlier build measured is not archived as this one's.
    assert.ok(!existsSync(path.join(workspace, 'runs')));
    mkdirSync(path.join(workspace, 'runs/earlier'), { recursive: true });
  }
  assert.equal(readFileSync(path.join(workspace, 'base/gate.yaml'), 'utf8'), 'base\n');
  assert.equal(readFileSync(path.join(workspace, 'head/gate.yaml'), 'utf8'), 'head\n');
  assert.equal(spawnSync('sh', ['-xe', '-c', gate!], { cwd: workspace, env }).status, 3);
  assert.match(text, /testResults: 'wirefare-gate\/gate\.xml'/);
  assert.ok(existsSync(path.join(workspace, 'wirefare-gate/gate.xml')));
});
