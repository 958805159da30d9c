// wirefare report RECORD: any report, remade from the record alone.

import { resolve } from 'node:path';
import type { Host } from '../base/host.ts';
import { reportNamed } from '../report/catalogue.ts';
import { REPORT_NAMES } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import { parseWeights } from '../summary/index/weights.ts';
import {
  lookOf,
  readRecord,
  type WeightsAsked,
  writeReport,
  writeSummary,
} from './surroundings/record-files.ts';
import { wrongFlag } from './verb.ts';

/** What goes to stdout whole or not at all; the others are files. */
const TEXT = ['md', 'json', 'csv'];

export interface ReportFlags {
  readonly format: string;
  readonly out?: string;
  readonly weights?: string;
  readonly baseline?: string;
}

/** What holds samples only, and no summary. */
const WITHOUT_INDEX = ['csv', 'parquet'];

export async function report(record: string, flags: ReportFlags, host: Host): Promise<number> {
  const { format, out } = flags;
  const asked = reportNamed(format);
  if (asked === undefined && format !== 'terminal') {
    throw wrongFlag('--format', `there is no report ${JSON.stringify(format)}`, [
      'terminal',
      ...REPORT_NAMES,
    ]);
  }
  const dir = resolve(host.cwd, record);
  const input = await readRecord(dir, weightsAsked(flags));
  if (asked === undefined) {
    host.out(terminalReport(input.run, input.summary, { ...lookOf(host), reportPath: null }));
  } else if (out === '-' || (out === undefined && TEXT.includes(format))) {
    await asked.render(input, (chunk) => host.out(chunk));
  } else {
    // A report that goes elsewhere leaves the record alone: it may lie where nothing can be written.
    if (out === undefined) writeSummary(dir, input);
    const path = out === undefined ? undefined : resolve(host.cwd, out);
    host.out(`${await writeReport(dir, asked, input, path)}\n`);
  }
  return 0;
}

function weightsAsked({ weights, baseline, format }: ReportFlags): WeightsAsked | null {
  if (weights === undefined && baseline === undefined) return null;
  if (WITHOUT_INDEX.includes(format)) {
    const flag = weights === undefined ? '--baseline' : '--weights';
    throw wrongFlag(flag, `the ${format} report has samples only, and no index`);
  }
  return { weights: weights === undefined ? null : parseWeights(weights), baseline: baseline ?? null };
}
