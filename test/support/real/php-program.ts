// PHP for tests of its targets, and why they are skipped where the machine lacks something of what a target
// says it needs.

import path from 'node:path';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { type Builder, findBuilder } from '../../../src/drive/targets/target-build.ts';
import { readTargetFile } from '../../../src/drive/targets/target-file.ts';
import { ROOT } from './browser-bench.ts';

/** `name`: of a folder in targets/php. */
export async function phpFor(name: string): Promise<{ php: Builder | null; skip: string | false }> {
  try {
    await requireNeeds(await readTargetFile(path.join(ROOT, 'targets/php', name)), process.env);
    return { php: await findBuilder('php', process.env), skip: false };
  } catch (error) {
    return { php: null, skip: (error as Error).message };
  }
}
