// wirefare report RECORD: any report, remade from the record alone.

import { METRICS } from '../../items/metrics.ts';
import { REPORT_NAMES } from '../../report/report.ts';
import type { ReportFlags } from '../records/report.ts';
import { KEEP_HELP, PRICE_HELP } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareReport(program: VerbCommand, start: Start): void {
  program
    .command('report')
    .description('remake a report from a record')
    .argument('<record>', 'the folder of a run: runs/2026-11-21-quick')
    .optionWith('--format <name>', 'which report', {
      words: REPORT_NAMES,
      value: 'terminal',
    })
    .jsonAsFormat()
    .optionWith('--out <file>', 'write it here; - is stdout', {
      usual: 'html and parquet into the record, the others to stdout',
    })
    .optionWith(
      '--weights <weights>',
      `an index of what counts for you: encode=40,size=60 (${METRICS.join(', ')})`,
      { usual: 'what the study weighs' },
    )
    .option('--baseline <cell>', 'whose index is 1: json, protobuf+gzip, format=json,compression=none')
    .optionWith('--price <prices>', PRICE_HELP, { usual: 'what the study says' })
    .option('--keep <limit>', KEEP_HELP)
    .example('report runs/2026-11-21-quick --format md', 'for a comment on a pull request')
    .example('report runs/2026-11-21-quick --weights decode=70,size=30', 'what counts on a slow phone')
    .action((record: string, flags: ReportFlags) =>
      start(async (host) => (await import('../records/report.ts')).report(record, flags, host)),
    );
}
