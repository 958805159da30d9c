// Where what became of a gate is written, and with which exit code it ends.

import { existsSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { EnvironmentError, UserError } from '../../base/errors.ts';
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

/**
 * Prints it first; answers what could not be written, when all else is. `isSaid`: a terminal is told all of
 * it anyway.
 */
export async function writeAll(
  report: GateReport,
  format: GateFormat,
  out: string,
  also: readonly (readonly [string, GateFormat])[],
  host: Host,
  isSaid = false,
): Promise<readonly Error[]> {
  const unwritten: Error[] = [];
  const write = async (path: string, as: GateFormat) => {
    const text = await gateText(as, report, PLAIN_LOOK);
    await writeInChunks(path, 'user', async (chunk) => chunk(text)).catch((thrown: unknown) => {
      if (!(thrown instanceof UserError || thrown instanceof EnvironmentError)) throw thrown;
      unwritten.push(thrown);
    });
  };
  if (out === '-') {
    // Where it is shown, the file is one of the repository, wherever that lies here.
    const file = format === 'github' ? pathInRepository(report.file, host.cwd) : report.file;
    const text = await gateText(format, { ...report, file }, stdoutLook(host));
    if (format !== 'terminal') host.out(text);
    else if (!isSaid) sayOut(host, text);
  } else {
    const path = resolve(host.cwd, out);
    await write(path, format);
    if (unwritten.length === 0) host.out(`${path}\n`);
  }
  for (const [path, as] of also) await write(path, as);
  return unwritten;
}

/** From the root of the repository that the file is in; as typed where it is in none. */
function pathInRepository(file: string, cwd: string): string {
  const whole = resolve(cwd, file);
  for (let folder = dirname(whole); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return relative(folder, whole);
    if (folder === dirname(folder)) return file;
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
