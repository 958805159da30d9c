// wirefare merge RECORD RECORD…: records of several machines, or of a week, as one.

import type { MergeFlags } from '../records/merge.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareMerge(program: VerbCommand, start: Start): void {
  program
    .command('merge')
    .description('put records of one study together: of several machines, of a week, of shares')
    .argument('<record...>', 'folders of runs of the same study')
    .optionWith('-o, --out <dir>', 'folder for the merged record', { usual: 'runs/<date>-<study>-merged' })
    .option('--json', 'print the summary as JSON instead of the report')
    .paragraph(
      'Samples are put together, never averages. Each session stays known by its machine, and no cell is ' +
        'held against one of another machine. `report`, `compare` and `serve` read the merged record; ' +
        '`predict`, `map` and gates want one of a single machine.',
    )
    .example('merge laptops/*/quick -o runs/all', 'one answer of all laptops')
    .example('merge runs/share-1 runs/share-2 runs/share-3', 'what `run --share` dealt out')
    .action((records: string[], flags: MergeFlags) =>
      start(async (host) => (await import('../records/merge.ts')).merge(records, flags, host)),
    );
}
