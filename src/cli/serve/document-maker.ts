// What the page makes of records: their reports as `wirefare report` makes them, and comparisons as
// `wirefare compare` does.

import { htmlReport } from '../../report/html/html.ts';
import { writeCompared } from '../../report/records/write-compared.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import type { Jobs } from '../../ui/jobs/jobs.ts';
import type { DocumentMaker } from '../../ui/records/routes.ts';
import { comparedRecords } from '../records/compare.ts';
import { readRecord, writeReport, writeSummary } from '../surroundings/record-files.ts';

export function documentMaker(jobs: Pick<Jobs, 'measuring' | 'beside'>): DocumentMaker {
  return {
    measuring: () => jobs.measuring(),
    remakeReport: (dir) => jobs.beside(() => remade(dir)),
    compare: (dirs) => jobs.beside(() => compared(dirs)),
  };
}

async function remade(dir: string): Promise<void> {
  const input = await readRecord(dir, { tells: 'summary' });
  writeSummary(dir, input);
  await writeReport(dir, htmlReport, input);
}

async function compared(dirs: readonly string[]): Promise<string> {
  const chunks: (string | Uint8Array)[] = [];
  const write = (chunk: string | Uint8Array) => void chunks.push(chunk);
  await writeCompared('html', await comparedRecords(dirs, '/'), write, PLAIN_LOOK);
  return chunks.map((chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())).join('');
}
