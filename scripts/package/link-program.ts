// wirefare-link in the package: built for x64 against musl, so that it runs on any Linux, with the digest
// that it is checked by before it is used. Where it cannot be built the package has its sources alone, and
// machines build it on first use as a checkout does.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { hashOfSources } from '../../src/drive/links/link-program.ts';
import { READY_PROGRAMS, type ReadyPrograms } from '../../src/drive/links/ready-program.ts';

const PLATFORM = 'linux-x64';
const TARGET = 'x86_64-unknown-linux-musl';

export async function writeLinkProgram(stage: string, tell: (line: string) => void): Promise<void> {
  // Without rustc there is no output, and no such folder.
  const asked = ['--print', 'target-libdir', '--target', TARGET];
  const libraries = spawnSync('rustc', asked, { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (libraries === '' || !existsSync(libraries)) {
    tell(`the package has no program for emulated networks: rustup target add ${TARGET}, then again`);
    return;
  }
  const sources = path.join(PROJECT_ROOT, 'link');
  const built = path.join(sources, 'target');
  const args = ['build', '--release', '--locked', '--target', TARGET];
  // Messages of panics name source files, and with them whose machine this is.
  const cargoHome = process.env.CARGO_HOME ?? path.join(homedir(), '.cargo');
  const RUSTFLAGS = `--remap-path-prefix=${cargoHome}=cargo --remap-path-prefix=${sources}=link`;
  const env = { ...process.env, RUSTFLAGS, CARGO_TARGET_DIR: built, CARGO_PROFILE_RELEASE_STRIP: 'symbols' };
  execFileSync('cargo', args, { cwd: sources, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const program = path.join(built, TARGET, 'release', 'wirefare-link');
  const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex');
  const list = path.join(stage, 'link', READY_PROGRAMS);
  const ready: ReadyPrograms = { [PLATFORM]: { sources: hashOfSources(sources), sha256 } };
  mkdirSync(path.dirname(list), { recursive: true });
  copyFileSync(program, path.join(path.dirname(list), `wirefare-link-${PLATFORM}`));
  writeFileSync(list, `${JSON.stringify(ready, null, 2)}\n`);
}
