// Where what became of a gate is written, and with which exit code it ends.

import { extname, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { EXIT_BROKEN, EXIT_DONE, EXIT_FAILED, EXIT_UNDECIDED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import { unknownWord } from '../../base/spelling.ts';
import { FORMAT_OF_ENDING, type GateFormat } from '../../report/gate/gate-formats.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import { gateText } from '../../report/gate/write-gate.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import { writeInChunks } from '../surroundings/output-file.ts';
import { stdoutLook } from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';

export const EXIT_CODE: Readonly<Record<GateReport['outcome'], number>> = {
  kept: EXIT_DONE,
  broken: EXIT_BROKEN,
  undecided: EXIT_UNDECIDED,
  failed: EXIT_FAILED,
};

export async function writeAll(
  report: GateReport,
  format: GateFormat,
  out: string,
  also: readonly (readonly [string, GateFormat])[],
  host: Host,
): Promise<void> {
  for (const [path, as] of also) {
    const text = await gateText(as, report, PLAIN_LOOK);
    await writeInChunks(path, async (write) => write(text));
  }
  const isPrinted = out === '-';
  const text = await gateText(format, report, isPrinted ? stdoutLook(host) : PLAIN_LOOK);
  if (isPrinted && format === 'terminal') sayOut(host, text);
  else if (isPrinted) host.out(text);
  else {
    const path = resolve(host.cwd, out);
    await writeInChunks(path, async (write) => write(text));
    host.out(`${path}\n`);
  }
}

/** Each with its format, which its ending says. */
export function filesBeside(
  also: readonly string[],
  cwd: string,
): readonly (readonly [string, GateFormat])[] {
  const problems = also.flatMap((path) =>
    FORMAT_OF_ENDING[extname(path)] === undefined
      ? [unknownWord('--also', 'ending', extname(path), Object.keys(FORMAT_OF_ENDING))]
      : [],
  );
  if (problems.length > 0) throw new UserError(problems);
  return also.map((path) => [resolve(cwd, path), FORMAT_OF_ENDING[extname(path)]!]);
}
