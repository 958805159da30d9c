// Why tests of a target are skipped: what the machine lacks of what its target.json says it needs; false
// where it has all.

import path from 'node:path';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { readTargetFile } from '../../../src/drive/targets/target-file.ts';
import { ROOT } from './browser-bench.ts';

/** `name`: of a folder in targets/. */
export async function lackingFor(name: string): Promise<string | false> {
  const file = await readTargetFile(path.join(ROOT, 'targets', name));
  return requireNeeds(file, process.env).then(
    () => false,
    (missing: Error) => missing.message,
  );
}
