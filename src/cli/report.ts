// wirefare report RECORD: any report, remade from the record alone.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Host } from '../base/host.ts';
import { REPORTS, reportNamed } from '../report/catalogue.ts';
import { terminalReport } from '../report/terminal.ts';
import { parseWeights } from '../summary/index/weights.ts';
import { METRICS } from '../wire/metrics.ts';
import {
  lookOf,
  readRecord,
  type WeightsAsked,
  writeReport,
  writeSummary,
} from './surroundings/record-files.ts';
import { type Finish, wrongFlag } from './verb.ts';

/** What goes to stdout whole or not at all; the others are files. */
const TEXT = ['md', 'json', 'csv'];

interface ReportFlags {
  readonly format: string;
  readonly out?: string;
  readonly weights?: string;
  readonly baseline?: string;
}

/** What holds samples only, and no summary. */
const WITHOUT_INDEX = ['csv', 'parquet'];

export function addReport(program: Command, host: Host, finish: Finish): void {
  const formats = ['terminal', ...REPORTS.map(({ name }) => name)];
  program
    .command('report <record>')
    .description('remake a report from a record')
    .option('--format <name>', `${formats.join(', ')}`, 'terminal')
    .option('--out <file>', 'write it here: - is stdout')
    .option(
      '--weights <weights>',
      `an index of what counts for you: encode=40,size=60 (${METRICS.join(', ')}); what the study weighs unless given`,
    )
    .option('--baseline <cell>', 'whose index is 1: json, protobuf+gzip, format=json,compression=none')
    .action(async (record: string, flags: ReportFlags) => {
      const { format, out } = flags;
      const report = reportNamed(format);
      if (report === undefined && format !== 'terminal') {
        throw wrongFlag('--format', `there is no report ${JSON.stringify(format)}`, formats);
      }
      const dir = resolve(host.cwd, record);
      const input = await readRecord(dir, weightsAsked(flags));
      if (report === undefined) {
        host.out(terminalReport(input.run, input.summary, { ...lookOf(host), reportPath: null }));
      } else if (out === '-' || (out === undefined && TEXT.includes(format))) {
        await report.render(input, (chunk) => host.out(chunk));
      } else {
        // A report that goes elsewhere leaves the record alone: it may lie where nothing can be written.
        if (out === undefined) writeSummary(dir, input);
        const path = out === undefined ? undefined : resolve(host.cwd, out);
        host.out(`${await writeReport(dir, report, input, path)}\n`);
      }
      finish(0);
    });
}

function weightsAsked({ weights, baseline, format }: ReportFlags): WeightsAsked | null {
  if (weights === undefined && baseline === undefined) return null;
  if (WITHOUT_INDEX.includes(format)) {
    const flag = weights === undefined ? '--baseline' : '--weights';
    throw wrongFlag(flag, `the ${format} report has samples only, and no index`);
  }
  return { weights: weights === undefined ? null : parseWeights(weights), baseline: baseline ?? null };
}
