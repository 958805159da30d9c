// wirefare reproduce: measures what the claims of published studies need, one study after the other, each
// into a record of its own, and makes one page of them.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Mistakes } from '../../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { resultsTerminal } from '../../report/results/terminal.ts';
import { linkChoice, readMore } from '../study/study-options.ts';
import { stdoutLook } from '../surroundings/record-files.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { wrongFlag } from '../verb.ts';
import { askedStudies } from './asked-studies.ts';
import { keepResults } from './keep-results.ts';
import { furtherDirs, requireOwnRecords, requireWritable } from './kept-records.ts';
import type { Folder } from './look-ahead.ts';
import { measureAll } from './measure-all.ts';
import { PAGE_FILES, readResults, type StudyFolder, writePage } from './results-page.ts';

export interface ReproduceFlags {
  readonly out?: string;
  readonly budget?: string;
  readonly quick?: boolean;
  readonly full?: boolean;
  readonly only?: readonly string[];
  readonly link?: string;
  readonly page?: boolean;
  readonly keep?: string;
  readonly json?: boolean;
}

const USUAL_OUT = join('runs', 'reproduced');

export function reproduceHere(
  studies: readonly string[],
  flags: ReproduceFlags,
  host: Host,
): Promise<number> {
  return reproduce(studies, flags, host, makeDrivers(host));
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function reproduce(
  typed: readonly string[],
  flags: ReproduceFlags,
  host: Host,
  drivers: Drivers,
): Promise<number> {
  const mistakes = new Mistakes();
  mistakes.of(() => requireAgreement(flags));
  mistakes.of(() => linkChoice(flags.link));
  const more = mistakes.of(() => readMore(flags.budget === undefined ? {} : { budget: flags.budget }, host));
  const asked = await askedStudies(typed, host, mistakes);
  const out = resolve(host.cwd, flags.out ?? USUAL_OUT);
  const folders = asked.map((each) => ({ ...each, dir: join(out, each.study.name) }));
  if (flags.page !== true)
    mistakes.of(() => requireOwnRecords(folders.map(({ dir, study }) => ({ dir, study: study.name }))));
  mistakes.throwIfAny();
  requireWritable(out, '--out');
  for (const each of folders.flatMap(({ dir }) => [dir, ...furtherDirs(dir)]))
    if (existsSync(each)) requireWritable(each, '--out');
  if (flags.keep !== undefined) requireWritable(resolve(host.cwd, flags.keep), '--keep');
  const keep = () => {
    if (flags.keep === undefined || host.interrupted.aborted) return;
    keepResults(
      out,
      resolve(host.cwd, flags.keep),
      folders.map(({ study }) => study.name),
    );
  };
  if (flags.page === true) {
    const code = await show(folders.map(notLookedAt), out, flags, host);
    keep();
    return code;
  }
  const measured = await measureAll(folders, more!.budgetMs, { flags, host, drivers }, async (soFar) =>
    writePage(out, await readResults(soFar)),
  );
  const code = await show(measured, out, flags, host);
  keep();
  return code;
}

function requireAgreement({ quick, full, page, budget }: ReproduceFlags): void {
  if (quick === true && full === true)
    throw wrongFlag(
      '--full',
      'asks for everything and --quick for a first impression; take one of them away',
    );
  if (page === true && (quick === true || full === true || budget !== undefined))
    throw wrongFlag('--page', 'measures nothing; take --quick, --full and --budget away');
}

function notLookedAt({ dir, study }: Folder): StudyFolder {
  return { dir, study, missing: '' };
}

async function show(
  folders: readonly StudyFolder[],
  out: string,
  { json }: ReproduceFlags,
  host: Host,
): Promise<number> {
  const page = await readResults(folders);
  writePage(out, page);
  const path = relative(host.cwd, join(out, PAGE_FILES.html));
  if (json === true) host.out(`${JSON.stringify(page, null, 1)}\n`);
  else sayOut(host, resultsTerminal(page, stdoutLook(host, path)));
  if (host.interrupted.aborted) {
    host.err('interrupted; the same command goes on\n');
    return EXIT_INTERRUPTED;
  }
  const ratios = page.studies.flatMap(({ claims }) => claims.flatMap((claim) => claim.ratios));
  return ratios.every(({ measured }) => measured === null) ? EXIT_FAILED : 0;
}
