// Wirefare itself runs on Node 24 (it reads TypeScript and knows zstd); the bin/ files run on Node 20 and
// find it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Lacking } from './say.mjs';

const OLDEST_FOR_SETUP = 20;
const OLDEST_FOR_WIREFARE = 24;
/** The optional packages node-* of package.json. */
const PACKAGED = ['linux-x64', 'linux-arm64'];

export function requireNode20(version = process.versions.node) {
  if (majorOf(version) >= OLDEST_FOR_SETUP) return;
  throw new Lacking(
    `This is Node ${version}; Wirefare's set-up needs Node ${OLDEST_FOR_SETUP} or newer.`,
    'install a newer Node from https://nodejs.org or your system, then try again',
  );
}

/** This Node if it is new enough, else the one that npm installed as a package. */
export function findNode24(root, version = process.versions.node) {
  if (majorOf(version) >= OLDEST_FOR_WIREFARE) return process.execPath;
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  const needs = `This is Node ${version}; Wirefare runs on Node ${OLDEST_FOR_WIREFARE}`;
  if (PACKAGED.includes(`${process.platform}-${process.arch}`)) {
    // npm leaves optional packages out without a word when they cannot be downloaded.
    throw new Lacking(`${needs}, and npm has not brought it (${packaged}).`, `cd ${root} && npm ci`);
  }
  throw new Lacking(
    `${needs}, and no npm package brings one for ${process.platform} on ${process.arch}.`,
    `install Node ${OLDEST_FOR_WIREFARE} from https://nodejs.org or your system, then try again`,
  );
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
