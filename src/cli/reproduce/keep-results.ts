// Keeps a page of results for good, small enough for a repository: the page, and of each record what it takes
// to make the page again. Paths of the machine that measured say nothing to others, so its home is a `~`.

import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { FILES } from '../../record/record-writer.ts';
import { writeAtOnce } from '../surroundings/output-file.ts';
import { furtherDirs } from './kept-records.ts';
import { PAGE_FILES } from './results-page.ts';

const COPIED = [FILES.probes, FILES.parquet];

/** Records that were never begun are left out. Throws a UserError where one was not finished. */
export function keepResults(out: string, to: string, studies: readonly string[]): void {
  const begun = studies
    .filter((name) => existsSync(join(out, name, FILES.run)))
    .flatMap((name) => [join(out, name), ...furtherDirs(join(out, name))].map((dir) => basename(dir)));
  const unfinished = begun.filter((name) => !existsSync(join(out, name, FILES.parquet)));
  if (unfinished.length > 0)
    throw new UserError(
      unfinished.map((name) => ({
        file: join(out, name),
        path: '',
        what: `has no ${FILES.parquet} yet, which a run leaves at its end: give the same command again without --keep`,
      })),
    );
  makeFolder(to);
  for (const file of Object.values(PAGE_FILES)) copyFileSync(join(out, file), join(to, file));
  for (const name of begun) keepRecord(join(out, name), join(to, name));
  // What an earlier reproduction had measured later is none of this page's.
  for (const dir of studies.flatMap((name) => furtherDirs(join(to, name))))
    if (!begun.includes(basename(dir))) rmSync(dir, { recursive: true });
}

/** What of a finished record it takes to make its reports again. */
export function keepRecord(from: string, to: string): void {
  makeFolder(to);
  writeAtOnce(join(to, FILES.run), 'record', withoutOwnPaths(readFileSync(join(from, FILES.run), 'utf8')));
  for (const file of COPIED) copyFileSync(join(from, file), join(to, file));
}

function withoutOwnPaths(text: string): string {
  return text
    .replaceAll(PROJECT_ROOT, '.')
    .replaceAll(`${homedir()}/`, '~/')
    .replaceAll(`${tmpdir()}/wirefare-`, 'wirefare-');
}
