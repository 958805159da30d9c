// wirefare map RECORD: which way wins over which network.

import { MAP_FORMATS } from '../../report/predicted/map-formats.ts';
import type { MapFlags } from '../records/map.ts';
import { PRICE_HELP } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareMap(program: VerbCommand, start: Start): void {
  program
    .command('map')
    .description('which way wins over which network, predicted from a record')
    .argument('<record>', 'the folder of a run: runs/2026-11-21-quick')
    .option(
      '--n <objects>',
      'at so many objects (default: the most that were measured; all of them in files)',
    )
    .optionWith('--format <name>', 'how it is told', { words: MAP_FORMATS, value: 'terminal' })
    .jsonAsFormat()
    .optionWith('--out <file>', 'write it here; - is stdout', {
      usual: 'html into the record, the others to stdout',
    })
    .optionWith('--price <prices>', PRICE_HELP, { usual: 'what the study says' })
    .paragraph(
      'Bandwidth from 0.1 to 1000 Mbit/s across, round trips from 0.1 ms to 1 s upwards. It takes a record of ' +
        'two sessions with two ways of sending the same data; networks need not have been measured.',
    )
    .example('map runs/2026-11-21-quick --n 700', 'for answers of 700 objects')
    .example('map runs/2026-11-21-quick --format html', 'as a page')
    .action((record: string, flags: MapFlags) =>
      start(async (host) => (await import('../records/map.ts')).map(record, flags, host)),
    );
}
