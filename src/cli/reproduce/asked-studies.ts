// Which studies are to be run again, and in which browser each. All mistakes are told at once.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mistakes, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { unknownWord } from '../../base/spelling.ts';
import { allCells } from '../../study/cells/keep-cells.ts';
import type { Study } from '../../study/study.ts';
import { namedStudy } from '../study/study-options.ts';
import { studyNames } from '../surroundings/folders.ts';

export interface AskedStudy {
  /** As typed: a name or a file. */
  readonly typed: string;
  /** All of it, as its file has it. */
  readonly study: Study;
}

/** Those of the project that were published elsewhere. */
export function publishedStudies(): readonly string[] {
  return studyNames().filter((name) =>
    /^source:/m.test(readFileSync(join(PROJECT_ROOT, 'studies', `${name}.yaml`), 'utf8')),
  );
}

/** All published ones where none is typed. What is wrong with any of them is kept in `mistakes`. */
export async function askedStudies(
  typed: readonly string[],
  host: Host,
  mistakes: Mistakes,
): Promise<readonly AskedStudy[]> {
  const published = publishedStudies();
  const names = typed.length === 0 ? published : [...new Set(typed)];
  const found: AskedStudy[] = [];
  for (const name of names) {
    const study = await mistakes.ofAsync(() => claimedStudy(name, published, host));
    if (study !== undefined) found.push({ typed: name, study });
  }
  mistakes.of(() => requireOneFolderEach(found));
  return found;
}

async function claimedStudy(name: string, published: readonly string[], host: Host): Promise<Study> {
  const isBareName = /^[\w-]+$/.test(name);
  if (isBareName && !studyNames().includes(name))
    throw new UserError([unknownWord('reproduce', 'study', name, published)]);
  const study = await namedStudy(name, host);
  if (study.claims.length > 0) return study;
  const what = 'holds no published claims, so that there is nothing to reproduce';
  throw new UserError([{ file: name, path: '', what, allowed: published }]);
}

/** Two files may name themselves alike, and each study has the folder of its name. */
function requireOneFolderEach(found: readonly AskedStudy[]): void {
  const groups = [...Map.groupBy(found, ({ study }) => study.name)];
  const problems = groups.flatMap(([name, same]) =>
    same.length === 1
      ? []
      : [{ file: same.map(({ typed }) => typed).join(', '), path: '', what: `are all named ${name}` }],
  );
  if (problems.length > 0) throw new UserError(problems);
}

/** The one in which a study is run again unless more are asked for: the one that its file names first. */
export function namedBrowser(study: Study): string {
  return allCells(study)[0]!.browser;
}
