// wirefare advise PAYLOAD: your own data through every format and compression, and what to send on which
// network.

import { LINK_CHOICES } from '../../drive/links/link.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import { TCP_PROTOCOLS } from '../../factors/protocol.ts';
import { ADVISE_DEFAULTS } from '../advise/defaults.ts';
import type { AdviseFlags } from '../advise/flags.ts';
import { addPayloadOptions, PAYLOAD_ARGUMENT, PROTO_OPTION } from './payload-options.ts';
import { PRICE_HELP } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareAdvise(program: VerbCommand, start: Start): void {
  const command = program
    .command('advise')
    .description('which format and compression to send your own data in, measured in a browser')
    .argument(...PAYLOAD_ARGUMENT);
  addPayloadOptions(command)
    .optionWith('--network <names>', 'on which networks; office=50mbit/5ms is one of your own', {
      usual: ADVISE_DEFAULTS.network,
    })
    .optionWith('--today <format>', 'how your server sends it now: json+gzip, xml', {
      usual: 'as the source is',
    })
    .optionWith('--budget <time>', 'wall time for everything: 90s, 2m', { usual: ADVISE_DEFAULTS.budget })
    .optionWith('--epsilon <share or time>', 'how much slower than the best is as good: 10%, 20ms', {
      usual: '5%, or 1 ms where that is more',
    })
    .option(...PROTO_OPTION)
    .option('--dictionary <source>', 'an answer from before that clients still have (dcz, RFC 9842)')
    .option('--n <number>', 'so many records, resampled where the list has another number')
    .optionWith('--browser <name>', 'in which browser', {
      words: BROWSERS_HERE,
      usual: ADVISE_DEFAULTS.browser,
    })
    .optionWith(
      '--protocol <name>',
      'how the data come (over networks browsers ask for br and zstd by https1 and h2 alone)',
      {
        words: TCP_PROTOCOLS,
        usual: ADVISE_DEFAULTS.protocol,
      },
    )
    .optionWith('--link <engine>', 'what emulates networks', {
      words: LINK_CHOICES,
      usual: ADVISE_DEFAULTS.link,
    })
    .option(
      '--weights <weights>',
      'an index of what counts for you over what is sent today: encode=40,size=60',
    )
    .option('--price <prices>', PRICE_HELP)
    .optionWith('--seed <number>', 'of every random choice', { usual: 'a fresh one' })
    .optionWith('--out <dir>', 'folder for the record, of a HAR for those of all its paths', {
      usual: 'runs/<date>-advise-<name>',
    })
    .option(
      '--how [servers]',
      'the code that sends it so, of these servers or of all: express,fastify,fastapi,spring,go,nginx',
    )
    .option('--json', 'one JSON object: the advice, every size and time, the summary')
    .example('advise orders.json --today json+gzip', 'on three networks, against what is sent today')
    .example('advise https://example.org/api/orders --network 3g --budget 5m', 'an answer of a server')
    .example(
      'advise trace.har --budget 5m',
      'every path that a browser has saved, those with most bytes first',
    )
    .example('advise orders.json --how=express,nginx', 'what to send, and the code that does')
    .example('advise orders.json --network office=50mbit/5ms,4g', 'over a network of your own')
    .action((sources: string[], flags: AdviseFlags) =>
      start(async (host) => (await import('../advise/advise.ts')).adviseOrStop(sources, flags, host)),
    );
}
