// The npm packages: installed by `npm ci` when they are not those of package-lock.json.

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './child.mjs';
import { Lacking, say } from './say.mjs';

const NPM_CI = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  // Without a network npm would otherwise try for minutes.
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/**
 * Does nothing when they are as locked. Throws Lacking with npm's last lines when they cannot be installed.
 */
export async function ensurePackages(root) {
  if (arePackagesAsLocked(root)) return;
  requireWritable(root);
  say('Installing the npm packages (npm ci), a minute or so the first time …');
  const started = Date.now();
  const { code, lastLines } = await runQuietly(...npm(), { cwd: root });
  if (code !== 0) {
    throw new Lacking(
      `npm ci failed with code ${code}; its last lines:\n\n${indent(lastLines)}`,
      `cd ${root} && npm ci`,
    );
  }
  say(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * npm leaves node_modules/.package-lock.json as its last act: what is really there. Packages for other
 * systems (optional) may be missing, nothing may be there in another version. `needsDev`: also what only work
 * on Wirefare itself needs, which `npm ci --omit=dev` leaves out.
 */
export function arePackagesAsLocked(root, needsDev = true) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const there = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null) throw new Error(`${join(root, 'package-lock.json')} is missing or is not JSON`);
  if (there === null) return false;
  const mayLack = ({ optional, dev, devOptional }) =>
    optional === true || (!needsDev && (dev === true || devOptional === true));
  const isThere = ([name, locked]) =>
    name === '' || there[name]?.version === locked.version || (mayLack(locked) && there[name] === undefined);
  return Object.entries(wanted).every(isThere) && Object.keys(there).every((name) => name in wanted);
}

function readPackages(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

function requireWritable(root) {
  const folder = existsSync(join(root, 'node_modules')) ? join(root, 'node_modules') : root;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Lacking(
      `The npm packages are missing or not those of package-lock.json, and ${folder} cannot be written to.`,
      `cd ${root} && npm ci      (as somebody who may write there)`,
    );
  }
}

/** The npm that started us, else the one in PATH. */
function npm() {
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && /npm-cli\.c?js$/.test(cli) && existsSync(cli);
  return isNpm ? [process.execPath, [cli, ...NPM_CI]] : ['npm', NPM_CI];
}

function indent(text) {
  return text.replace(/^/gm, '  | ');
}
