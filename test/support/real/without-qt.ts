// Why tests of the Qt clients are skipped: what the machine lacks, by the clients' own files; false where it
// has all.

import path from 'node:path';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { findBuilder } from '../../../src/drive/targets/target-build.ts';
import { readClientFile } from '../../../src/drive/targets/target-file.ts';
import { ROOT } from './browser-bench.ts';

export const withoutQt: string | false = await Promise.all(
  ['qt5', 'qt6'].map(async (name) => {
    await requireNeeds(await readClientFile(path.join(ROOT, 'clients/qt', name)), process.env);
    await findBuilder('cmake', process.env);
  }),
).then(
  () => false,
  (missing: Error) => missing.message,
);
