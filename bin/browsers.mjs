// The browsers, what the link is built and set up with, and what our targets and clients need: installed
// where that is expected of us (root on Debian: a container, CI), else named with the one command that
// installs them. Where to look and what the packages are called is known to src/drive alone.

import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './child.mjs';
import { Lacking, say } from './say.mjs';

/** `wanted`: chromium, firefox, webkit, link, programs. `node24` runs what looks for them. */
export async function ensureBrowsers(root, node24, wanted) {
  const missing = findMissing(root, node24, wanted);
  if (missing.length === 0) return;
  const packages = [...new Set(missing.flatMap((one) => one.packages))];
  const what = missing.map(({ name, tried }) => `  ${name}: there is no ${tried.join(', ')}`).join('\n');
  const overrides = missing.filter((one) => one.override !== null).map((one) => one.override);
  if (overrides.length > 0) {
    throw new Lacking(`Missing:\n${what}`, `set ${overrides.join(', ')} to what can be run, or unset it`);
  }
  if (!isInPath('apt-get')) {
    const names = `${packages.join(' ')} (these are Debian's names)`;
    throw new Lacking(`Missing:\n${what}`, `install with your system's package manager: ${names}`);
  }
  if (process.getuid?.() !== 0) throw new Lacking(`Missing:\n${what}`, commandFor(packages));
  await installAsRoot(packages);
  const stillMissing = findMissing(root, node24, wanted);
  if (stillMissing.length === 0) return;
  const names = stillMissing.map((one) => one.name).join(', ');
  throw new Lacking(`Installed ${packages.join(' ')}, but ${names} is still not found.`, './wirefare doctor');
}

/** The one command for an ordinary user. */
function commandFor(packages, hasSudo = isInPath('sudo')) {
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return hasSudo ? `sudo apt-get update && sudo ${install}` : `su -c 'apt-get update && ${install}'`;
}

async function installAsRoot(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', APT_LISTCHANGES_FRONTEND: 'none' };
  const wait = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  const started = Date.now();
  say(`Installing ${packages.join(', ')} with apt-get (we are root) …`);
  // A stale or missing package list is told by install itself; a mirror that is away must not stop what is
  // cached.
  await runQuietly('apt-get', [...wait, 'update'], { env });
  const install = [...wait, 'install', '-y', '--no-install-recommends', ...packages];
  const { code, lastLines } = await runQuietly('apt-get', install, { env });
  if (code !== 0) {
    const lines = lastLines.replace(/^/gm, '  | ');
    const remedy = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
    throw new Lacking(`apt-get install failed with code ${code}; its last lines:\n\n${lines}`, remedy);
  }
  say(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
}

function findMissing(root, node24, wanted) {
  const script = join(root, 'scripts', 'missing-browsers.ts');
  return JSON.parse(execFileSync(node24, [script, ...wanted], { encoding: 'utf8', cwd: root }));
}

function isInPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
