// wirefare sizes PAYLOAD…: how many bytes the data are in every format with every compression, in seconds,
// without a browser.

import type { SizesFlags } from '../sizes/sizes.ts';
import { addPayloadOptions, PAYLOAD_ARGUMENT, PROTO_OPTION } from './payload-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareSizes(program: VerbCommand, start: Start): void {
  const command = program
    .command('sizes')
    .description('bytes of your own data in every format with every compression')
    .argument(...PAYLOAD_ARGUMENT);
  addPayloadOptions(command)
    .option(...PROTO_OPTION)
    .option(
      '--formats <names>',
      'only these: json,protobuf; SOAP and Java serialization are listed only where they are named',
    )
    .option('--compression <names>', 'only these: gzip,br-5')
    .optionWith('--levels <which>', 'every level, whatever it takes', { words: ['all'] })
    .option('--n <number>', 'so many records, resampled where the list has another number')
    .option('--dictionary <source>', 'an answer from before: sizes with it as dictionary (dcz, RFC 9842)')
    .option('--json', 'one JSON object with every size')
    .example('sizes orders.json', 'the usual formats and compressions')
    .example('sizes orders.json --formats json,protobuf --compression br --levels all', 'every level of br')
    .action((sources: string[], flags: SizesFlags) =>
      start(async (host) => (await import('../sizes/sizes.ts')).sizes(sources, flags, host)),
    );
}
