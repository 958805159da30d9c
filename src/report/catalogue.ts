// Every report there is. A new one is a file in this room, its name in report.ts and a line here.

import { howReport } from './advice/how/how-report.ts';
import { csvReport } from './data/csv.ts';
import { harReport } from './data/har.ts';
import { jsonReport } from './data/json.ts';
import { parquetReport } from './data/parquet.ts';
import { htmlReport } from './html/html.ts';
import { markdownReport } from './markdown.ts';
import { REPORT_NAMES, type Report, type ReportName } from './report.ts';
import { terminalReport } from './terminal/terminal.ts';

const BY_NAME: Readonly<Record<ReportName, Report>> = {
  terminal: terminalReport,
  html: htmlReport,
  md: markdownReport,
  json: jsonReport,
  csv: csvReport,
  parquet: parquetReport,
  har: harReport,
  how: howReport,
};

export const REPORTS: readonly Report[] = REPORT_NAMES.map((name) => BY_NAME[name]);

/** undefined where there is no report of that name. */
export function reportNamed(name: string): Report | undefined {
  return REPORTS.find((report) => report.name === name);
}
