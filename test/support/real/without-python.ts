// Why tests of the client in Python are skipped: what the machine lacks, by the client's own file; false
// where it has all.

import path from 'node:path';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { readClientFile } from '../../../src/drive/targets/target-file.ts';
import { ROOT } from './browser-bench.ts';

export const withoutPython: string | false = await readClientFile(path.join(ROOT, 'clients/python'))
  .then((python) => requireNeeds(python, process.env))
  .then(
    () => false,
    (missing: Error) => missing.message,
  );
