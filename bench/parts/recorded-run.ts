// The command line as a user runs it, and the record that it left.

import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import { readRun } from '../../src/record/read-record.ts';
import { readSamples } from '../../src/record/read-samples.ts';
import type { RunFile } from '../../src/record/record.ts';
import { FILES } from '../../src/record/record-writer.ts';
import type { SampleTable } from '../../src/record/sample-table.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { PROJECT_ROOT } from './surroundings.ts';

export interface RecordedRun {
  readonly summary: Recorded<Summary>;
  readonly run: Recorded<RunFile>;
  /** The same with cells instead of their words. */
  readonly parsed: RunFile;
  readonly samples: SampleTable;
  readonly wallMs: number;
}

/** Its record goes away again. `args` begin with the verb. */
export async function recordedRun(args: readonly string[]): Promise<RecordedRun> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  const record = join(dir, 'record');
  try {
    const startMs = performance.now();
    const child = spawn(process.execPath, ['bin/wirefare.mjs', ...args, '--json', '--out', record], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await child.stdout.toArray();
    const wallMs = performance.now() - startMs;
    return {
      summary: JSON.parse(Buffer.concat(output).toString('utf8')) as Recorded<Summary>,
      run: JSON.parse(readFileSync(join(record, FILES.run), 'utf8')) as Recorded<RunFile>,
      parsed: readRun(record),
      samples: await readSamples(createReadStream(join(record, FILES.samples))),
      wallMs,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
