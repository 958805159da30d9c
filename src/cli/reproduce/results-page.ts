// The page of results from the records in a folder, and as results.md and results.html beside them.

import { join } from 'node:path';
import { resultsHtml } from '../../report/results/html.ts';
import { resultsMarkdown } from '../../report/results/markdown.ts';
import { type MeasuredStudy, type Results, results, type StudyResult } from '../../report/results/results.ts';
import { studyHead } from '../../report/results/study-head.ts';
import type { Study } from '../../study/study.ts';
import { writeAtOnce } from '../surroundings/output-file.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { claimsAsToday } from './claims-today.ts';
import { furtherDirs, keptRecord } from './kept-records.ts';
import { timesOfUnasked } from './unasked-claims.ts';

export interface StudyFolder {
  readonly dir: string;
  /** As its file has it. */
  readonly study: Study;
  /** Why nothing was measured, or less than could be; empty where nothing is missing. */
  readonly missing: string;
}

export const PAGE_FILES = { markdown: 'results.md', html: 'results.html' } as const;

/** All claims of a study's file stand on the page, those too that its record was not asked. */
export async function readResults(folders: readonly StudyFolder[]): Promise<Results> {
  const studies: StudyResult[] = [];
  for (const { dir, study, missing } of folders) {
    const kept = keptRecord(dir);
    if (kept === null || kept.sessions.length === 0) {
      studies.push({
        head: studyHead(study),
        record: null,
        missing: missing === '' ? 'not measured yet' : missing,
      });
      continue;
    }
    const asked = { asToday: claimsAsToday(study) };
    const { run, summary } = await readRecord(dir, asked);
    const further: MeasuredStudy[] = [];
    for (const each of furtherDirs(dir)) {
      if (keptRecord(each)!.sessions.length === 0) continue;
      const read = await readRecord(each, asked);
      further.push({ run: read.run, summary: read.summary });
    }
    const cut = [run, ...further.map((one) => one.run)].find(({ status }) => status !== 'complete');
    const early = cut === undefined ? '' : `ended early: ${cut.reason}`;
    studies.push({
      head: studyHead(study),
      record: { run, summary },
      further,
      missing: missing === '' ? early : missing,
      unaskedMs: timesOfUnasked(study, [run, ...further.map((one) => one.run)]),
    });
  }
  return results(studies);
}

export function writePage(out: string, page: Results): void {
  writeAtOnce(join(out, PAGE_FILES.markdown), 'user', resultsMarkdown(page));
  writeAtOnce(join(out, PAGE_FILES.html), 'user', resultsHtml(page));
}
