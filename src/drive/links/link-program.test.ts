import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { builtLinkProgram, hashOfSources, linkProgram } from './link-program.ts';
import { READY_PROGRAMS } from './ready-program.ts';

// A cargo that is a shell script: it writes down how it was called and leaves a program where it is told to.
const CARGO = `#!/bin/sh
PATH=/usr/bin:/bin
echo "$*" >> "$CALLS"
case "$FAIL" in yes) echo "error: no matching package" >&2; exit 101 ;; esac
case "$ELSEWHERE" in yes) exit 0 ;; esac
mkdir -p "$CARGO_TARGET_DIR/release"
echo built > "$CARGO_TARGET_DIR/release/wirefare-link"
`;

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-program-'));
let dir: string;
let folders = 0;
let said: string[];
beforeEach(() => {
  dir = path.join(scratch, String(folders++));
  said = [];
  for (const folder of ['link/src', 'home/.cargo/bin', 'tmp'])
    mkdirSync(path.join(dir, folder), { recursive: true });
  for (const file of ['Cargo.toml', 'Cargo.lock', 'src/main.rs'])
    writeFileSync(path.join(dir, 'link', file), file);
  writeFileSync(path.join(dir, 'home/.cargo/bin/cargo'), CARGO);
  chmodSync(path.join(dir, 'home/.cargo/bin/cargo'), 0o755);
});
after(() => rmSync(scratch, { recursive: true }));

function find(env: Record<string, string> = {}, cacheDir = path.join(dir, 'cache')): Promise<string> {
  // Nowhere that a cargo of the machine's own might be.
  const own = { PATH: path.join(dir, 'tmp'), HOME: path.join(dir, 'home'), CALLS: path.join(dir, 'calls') };
  const settings = {
    projectRoot: dir,
    cacheDir,
    env: { ...own, ...env },
    isRoot: true,
    tell: (line: string) => void said.push(line),
  };
  return linkProgram(settings, createGuardian(path.join(dir, 'tmp')))();
}

const calls = () => readFileSync(path.join(dir, 'calls'), 'utf8').trim().split('\n');

test('the program is built by its lock file, said so, once', async () => {
  const program = await find();
  assert.equal(readFileSync(program, 'utf8'), 'built\n');
  assert.equal(await find(), program);
  assert.deepEqual(calls(), [
    `build --release --locked --manifest-path ${path.join(dir, 'link/Cargo.toml')}`,
  ]);
  assert.equal(said.length, 1);
});

test('it is built again when a source or the lock file is another, and found again when it is as before', async () => {
  const first = await find();
  writeFileSync(path.join(dir, 'link/src/main.rs'), 'changed');
  const second = await find();
  assert.notEqual(second, first);
  writeFileSync(path.join(dir, 'link/Cargo.lock'), 'changed');
  assert.notEqual(await find(), second);
  writeFileSync(path.join(dir, 'link/Cargo.lock'), 'Cargo.lock');
  writeFileSync(path.join(dir, 'link/src/main.rs'), 'src/main.rs');
  assert.equal(await find(), first);
  assert.equal(calls().length, 3);
});

test('checkouts with the same sources share it, and what is not a source does not matter', () => {
  const copy = path.join(dir, 'copy');
  cpSync(path.join(dir, 'link'), copy, { recursive: true });
  writeFileSync(path.join(copy, 'src/notes.txt'), 'notes');
  assert.equal(hashOfSources(copy), hashOfSources(path.join(dir, 'link')));
});

test('a build that fails says why and is tried anew the next time', async () => {
  await assert.rejects(find({ FAIL: 'yes' }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /wirefare-link cannot be built: error: no matching package/);
    return true;
  });
  assert.equal(readFileSync(await find(), 'utf8'), 'built\n');
});

test('a build that leaves its program elsewhere is no bug of ours, and leaves no half of one', async () => {
  await assert.rejects(find({ ELSEWHERE: 'yes' }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(`${thrown.message} ${thrown.tried}`, /cannot be copied .*ENOENT/);
    assert.match(thrown.remedy, /build\.target/);
    return true;
  });
  assert.deepEqual(readdirSync(path.join(dir, 'cache/link')), []);
});

test('a cargo that is not there is told before anything is made', async () => {
  await assert.rejects(find({ WIREFARE_CARGO: '/none/cargo' }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /find cargo: no such file \/none\/cargo/);
    return true;
  });
  assert.deepEqual(said, []);
});

test('WIREFARE_LINK names a program outright; nothing is built then', async () => {
  const program = path.join(dir, 'mine');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  assert.equal(await find({ WIREFARE_LINK: program }), program);
  await assert.rejects(find({ WIREFARE_LINK: path.join(dir, 'none') }), /no such file/);
  assert.deepEqual(said, []);
});

/** As the package has it for this machine, made from the sources as they are now. */
function comeReady(program: string): string {
  const platform = `${os.platform()}-${os.arch()}`;
  const list = path.join(dir, 'link', READY_PROGRAMS);
  const file = path.join(path.dirname(list), `wirefare-link-${platform}`);
  mkdirSync(path.dirname(list), { recursive: true });
  writeFileSync(file, program);
  const sha256 = createHash('sha256').update(program).digest('hex');
  const sources = hashOfSources(path.join(dir, 'link'));
  writeFileSync(list, JSON.stringify({ [platform]: { sources, sha256 } }));
  return file;
}

test('the program that comes with the package is taken without a compiler, and can be run', async () => {
  comeReady('#!/bin/sh\necho ready\n');
  const program = await find({ WIREFARE_CARGO: '/none/cargo' });
  assert.equal(readFileSync(program, 'utf8'), '#!/bin/sh\necho ready\n');
  assert.equal(statSync(program).mode & 0o777, 0o755);
  assert.deepEqual(said, []);
  // Doctor asks for it too, and finds what is there without a compiler.
  const settings = { projectRoot: dir, cacheDir: path.join(dir, 'other'), env: {}, isRoot: true };
  assert.match(String(await builtLinkProgram(settings)), /other\/link\/wirefare-link-/);
});

test('a program that is not what was packed is refused, and one of other sources is not taken', async () => {
  writeFileSync(comeReady('packed'), 'another');
  await assert.rejects(find(), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(`${thrown.message} ${thrown.tried}`, /not the program .* its SHA-256 is not [0-9a-f]{64}/);
    return true;
  });
  writeFileSync(path.join(dir, 'link/src/main.rs'), 'changed');
  assert.equal(readFileSync(await find(), 'utf8'), 'built\n');
});
