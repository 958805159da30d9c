// wirefare compare RECORD RECORD…: what changed from one record to another.

import { COMPARED_FORMATS } from '../../report/records/compared-formats.ts';
import type { CompareFlags } from '../records/compare.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareCompare(program: VerbCommand, start: Start): void {
  program
    .command('compare')
    .description('hold records against one another, cell by cell: times, items, bytes')
    .argument('<record...>', 'folders of runs; the first is what the others are held against')
    .optionWith('--format <name>', 'how it is told', { words: COMPARED_FORMATS, value: 'terminal' })
    .jsonAsFormat()
    .optionWith('--out <file>', 'write it here; - is stdout', { usual: 'stdout' })
    .paragraph(
      'Records of one machine within a day get verdicts, in intervals that know how runs differ. On another ' +
        'day there are ratios and no verdicts. Of two machines only bytes are compared. To tell small ' +
        'differences of two servers apart, measure them in one run: `protocol: {interleave: target}`.',
    )
    .example('compare runs/2026-11-21-quick runs/2026-11-22-quick', 'what changed since')
    .example('compare before after --format md', 'for a comment on a pull request')
    .action((records: string[], flags: CompareFlags) =>
      start(async (host) => (await import('../records/compare.ts')).compare(records, flags, host)),
    );
}
