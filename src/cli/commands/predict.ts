// wirefare predict RECORD: what would have taken how long, without measuring it.

import type { PredictFlags } from '../predict/predict.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declarePredict(program: VerbCommand, start: Start): void {
  program
    .command('predict')
    .description('what other numbers of objects and other networks would take, from a record')
    .argument('<record...>', 'the folder of a run, or of several on one machine')
    .optionWith('--n <numbers>', 'how many objects: 5000 or 100,500', { usual: 'as many as were measured' })
    .optionWith('--network <names>', 'over which networks; office=50mbit/5ms is one of your own', {
      usual: 'none,cable,4g,3g, and those measured',
    })
    .option('--down <rate>', 'a network of its own by its figures: 20mbit')
    .optionWith('--up <rate>', 'the same, from client to server', { usual: 'as --down' })
    .optionWith('--rtt <time>', 'its round trip: 40ms', { usual: '0ms' })
    .option(
      '--only <factor=level,…>',
      'only these levels of the factor; may be given several times',
      (value: string, before: readonly string[]) => [...before, value],
      [] as readonly string[],
    )
    .option('--reuse <number>', 'so many answers share what encoding and compressing one takes')
    .option('--json', 'one JSON object: predictions and what is refused')
    .paragraph(
      'Totals stand with 95 % intervals. What lies beyond the record is refused, with the reason: more than twice or less than half as many objects, networks with loss or jitter, formats and compressions that were not measured.',
    )
    .example('predict runs/2026-11-21-quick --n 500 --network 4g', 'the whole bill of every way')
    .example('predict runs/2026-11-21-quick --down 20mbit --rtt 40ms', 'a network that has no name')
    .action((records: string[], flags: PredictFlags) =>
      start(async (host) => (await import('../predict/predict.ts')).predict(records, flags, host)),
    );
}
