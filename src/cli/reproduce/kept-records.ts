// What an earlier start left of a study: finished, to be gone on with, or nothing. Records of another machine
// are refused, since their sessions would be held against ones of this machine.

import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, Mistakes, messageOf, type Problem, UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import { sayMachineDiffers } from '../../record/machines.ts';
import { readRun } from '../../record/read-record.ts';
import type { HostFacts, RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';

/** null where there is no record yet. Throws a UserError where it is damaged. */
export function keptRecord(dir: string): RunFile | null {
  return existsSync(join(dir, FILES.run)) ? readRun(dir) : null;
}

/** How the reason begins why a study cannot be measured now: what it has stands on the page all the same. */
export function notMeasured(dir: string): 'not measured' | 'not gone on with' {
  return (keptRecord(dir)?.sessions.length ?? 0) > 0 ? 'not gone on with' : 'not measured';
}

/** `STUDY+2`, `STUDY+3`: of what the record in `STUDY` had no time for, as far as there are any. */
export function furtherDirs(dir: string): readonly string[] {
  const found: string[] = [];
  for (let number = 2; existsSync(join(`${dir}+${number}`, FILES.run)); number++)
    found.push(`${dir}+${number}`);
  return found;
}

/** Where the next of them is measured. */
export function nextDir(dir: string): string {
  return `${dir}+${furtherDirs(dir).length + 2}`;
}

/** Throws a UserError with every record that this run must not go on with. */
export function requireOwnRecords(
  folders: readonly { readonly dir: string; readonly study: string }[],
  here: HostFacts = hostFacts(),
): void {
  const mistakes = new Mistakes();
  const all = folders.flatMap(({ dir, study }) =>
    [dir, ...furtherDirs(dir)].map((each) => ({ dir: each, study })),
  );
  for (const { dir, study } of all) {
    const run = mistakes.of(() => keptRecord(dir));
    if (run == null) continue;
    const problems = [...ofOtherStudy(run, study), ...ofOtherMachine(run, here), ...ofKeptAlone(dir)];
    mistakes.add(problems.map((what): Problem => ({ file: join(dir, FILES.run), path: '', what })));
  }
  mistakes.throwIfAny();
}

function ofOtherStudy(run: RunFile, study: string): string[] {
  return run.study.name === study ? [] : [`is a record of ${run.study.name}, not of ${study}`];
}

/** What --keep leaves is enough for a page, and not for a run to go on. */
function ofKeptAlone(dir: string): string[] {
  if (existsSync(join(dir, FILES.samples)) || !existsSync(join(dir, FILES.parquet))) return [];
  return [
    `was kept without its ${FILES.samples} (--keep), which a run goes on with: measure into another folder (--out) and keep it here again (--keep), or make its page alone (--page)`,
  ];
}

function ofOtherMachine({ host }: RunFile, here: HostFacts): string[] {
  const differing = sayMachineDiffers(host, here);
  return differing.length === 0
    ? []
    : [
        `was made on another machine (${differing.join('; ')}); two machines are not mixed: choose another folder (--out), or make its page alone (--page)`,
      ];
}

/** Before anything is measured. Throws where nothing can be written there. */
export function requireWritable(dir: string, flag: '--out' | '--keep'): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.W_OK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new UserError([{ file: flag, path: '', what: `${dir} is no folder, nor can it be one` }]);
    throw new EnvironmentError(
      `the results cannot be written to ${dir}`,
      [messageOf(thrown)],
      `choose another folder: ${flag} DIR`,
    );
  }
}
