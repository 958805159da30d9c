// What snippets of FastAPI import beside what the target has: locked by hashes, installed as the target's
// own.

import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataDirectory } from '../../../src/cli/surroundings/run-context.ts';
import type { Guardian } from '../../../src/drive/processes/guardian.ts';
import { buildTarget } from '../../../src/drive/targets/target-build.ts';

const BUILD = path.resolve(import.meta.dirname, '../../../targets/fastapi/build.py');
const FOLDER = path.join(import.meta.dirname, 'python-packages');

/** The folder that Python finds them in. */
export async function snippetPackages(guardian: Guardian): Promise<string> {
  const built = await buildTarget(
    {
      name: 'python-packages',
      build: ['python3', BUILD, '{built}'],
    },
    {
      folder: FOLDER,
      sources: FOLDER,
      cacheDir: dataDirectory({ env: process.env, tempDir: tmpdir() }),
      env: process.env,
    },
    guardian,
  );
  const lib = path.join(built, 'lib');
  return path.join(lib, readdirSync(lib)[0]!, 'site-packages');
}
