// The licences of everybody's work that the package holds a copy of: npm packages bundled into src/ and into
// pages, crates and the C library in the link's program. Most of them ask for just that.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { READY_PROGRAMS } from '../../src/drive/links/ready-program.ts';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The folder with its licence, if it has brought one. */
  readonly folder: string;
}

const RUST_LIBRARIES = `The program in link/ready also holds Rust's standard library (MIT OR Apache-2.0, the Rust project's
contributors) and the C library musl (MIT, Rich Felker and contributors).`;

export async function writeNotices(stage: string): Promise<void> {
  const hasProgram = existsSync(path.join(stage, 'link', READY_PROGRAMS));
  const notices = [...bundledPackages(), ...(hasProgram ? linkedCrates() : [])];
  const texts = Map.groupBy(notices, licenceText);
  const sections = [...texts].map(
    ([text, all]) =>
      `${all.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}`,
  );
  const head = 'Wirefare holds copies of these works, each under its own licence.';
  const parts = [head, ...(hasProgram ? [RUST_LIBRARIES] : []), ...sections];
  writeFileSync(path.join(stage, NOTICES), `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** All that package.json asks for and what those ask for; a few of them are never reached. */
function bundledPackages(): Notice[] {
  const { packages } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([place, { dev, optional }]) => place !== '' && dev !== true && optional !== true)
    .map(([place, { version }]) => {
      const folder = path.join(PROJECT_ROOT, place);
      const { name, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      return { name, version, license: typeof license === 'string' ? license : 'see below', folder };
    });
}

function linkedCrates(): Notice[] {
  const manifest = path.join(PROJECT_ROOT, 'link', 'Cargo.toml');
  const args = ['metadata', '--locked', '--format-version', '1', '--manifest-path', manifest];
  const { packages } = JSON.parse(
    execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as {
    packages: {
      name: string;
      version: string;
      license: string;
      manifest_path: string;
      source: string | null;
    }[];
  };
  return packages
    .filter(({ source }) => source !== null)
    .map(({ manifest_path, ...crate }) => ({ ...crate, folder: path.dirname(manifest_path) }));
}

/** What stands in the folder as licence and notice. A few have none and name their licence alone. */
function licenceText({ folder }: Notice): string {
  const files = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort();
  if (files.length === 0) return 'It has no text of its licence with it.';
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
}
