// wirefare-link in the package: built for x64 without shared libraries, so that it runs on any Linux, with
// the digest that it is checked by before it is used. Where it cannot be built the package has its sources
// alone, and machines build it on first use as a checkout does.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { hashOfSources } from '../../src/drive/links/link-program.ts';
import { READY_PROGRAMS, type ReadyPrograms } from '../../src/drive/links/ready-program.ts';
import { sharedLibraries } from './shared-libraries.ts';

const PLATFORM = 'linux-x64';
/** The first that the compiler has libraries for. glibc's own archive makes a static program too. */
const TARGETS = ['x86_64-unknown-linux-musl', 'x86_64-unknown-linux-gnu'];

const NO_PROGRAM = 'the package has no program for emulated networks';
const REMEDY = `rustup target add ${TARGETS[0]}, then again`;

/** Answers why there is none; null where there is one. */
export function writeLinkProgram(stage: string): string | null {
  const target = TARGETS.find(hasLibraries);
  if (target === undefined) return `${NO_PROGRAM}: ${REMEDY}`;
  const sources = path.join(PROJECT_ROOT, 'link');
  const program = build(sources, target);
  const needed = sharedLibraries(readFileSync(program));
  if (needed.length > 0) return `${NO_PROGRAM}: that for ${target} needs ${needed.join(', ')}; ${REMEDY}`;
  const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex');
  const list = path.join(stage, 'link', READY_PROGRAMS);
  const ready: ReadyPrograms = { [PLATFORM]: { sources: hashOfSources(sources), sha256 } };
  mkdirSync(path.dirname(list), { recursive: true });
  copyFileSync(program, path.join(path.dirname(list), `wirefare-link-${PLATFORM}`));
  writeFileSync(list, `${JSON.stringify(ready, null, 2)}\n`);
  return null;
}

function hasLibraries(target: string): boolean {
  // Without rustc there is no output, and no such folder.
  const asked = ['--print', 'target-libdir', '--target', target];
  const libraries = spawnSync('rustc', asked, { encoding: 'utf8' }).stdout?.trim() ?? '';
  return libraries !== '' && existsSync(libraries);
}

/** The path of what it makes. */
function build(sources: string, target: string): string {
  const built = path.join(sources, 'target');
  const args = ['build', '--release', '--locked', '--target', target];
  // Messages of panics name source files, and with them whose machine this is.
  const cargoHome = process.env.CARGO_HOME ?? path.join(homedir(), '.cargo');
  const RUSTFLAGS = [
    '-C target-feature=+crt-static',
    `--remap-path-prefix=${cargoHome}=cargo`,
    `--remap-path-prefix=${sources}=link`,
  ].join(' ');
  const env = { ...process.env, RUSTFLAGS, CARGO_TARGET_DIR: built, CARGO_PROFILE_RELEASE_STRIP: 'symbols' };
  execFileSync('cargo', args, { cwd: sources, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return path.join(built, target, 'release', 'wirefare-link');
}
