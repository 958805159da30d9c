// Every report there is. A new one is a file in this folder and a line here.

import { csvReport } from './data/csv.ts';
import { jsonReport } from './data/json.ts';
import { parquetReport } from './data/parquet.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import type { Report } from './report.ts';

export const REPORTS: readonly Report[] = [htmlReport, markdownReport, jsonReport, csvReport, parquetReport];

/** undefined where there is no report of that name. */
export function reportNamed(name: string): Report | undefined {
  return REPORTS.find((report) => report.name === name);
}
