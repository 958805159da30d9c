// wirefare measure URL: what users of a server wait for, in a browser, over networks.

import { LINK_CHOICES } from '../../drive/links/link.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import { MEASURE_DEFAULTS } from '../measure/defaults.ts';
import type { MeasureFlags } from '../measure/flags.ts';
import { PROTO_OPTION } from './payload-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareMeasure(program: VerbCommand, start: Start): void {
  program
    .command('measure')
    .description('what users of your server wait for: any URL as it stands, in a browser, over networks')
    .argument('<url>', 'what is asked, again and again, by GET')
    .optionWith('--network <names>', 'over which networks; office=50mbit/5ms is one of your own', {
      usual: MEASURE_DEFAULTS.network,
    })
    .option(
      '--header <header>',
      "sent with every request: 'Authorization: Bearer …'; may be given several times, and is kept nowhere",
      (header: string, others: readonly string[] = []) => [...others, header],
    )
    .option('--against <url>', 'a second server, held against the first')
    .optionWith('--budget <time>', 'wall time for everything: 90s, 2m', {
      usual: `${MEASURE_DEFAULTS.budget}, with --against ${MEASURE_DEFAULTS.budgetAgainst}`,
    })
    .optionWith('--browser <name>', 'in which browser', {
      words: BROWSERS_HERE,
      usual: MEASURE_DEFAULTS.browser,
    })
    .optionWith('--rate <number>', 'most requests: 20/s, 30/min', {
      usual: `${MEASURE_DEFAULTS.rate} to a server that is not on this machine`,
    })
    .option('--yes', 'agrees beforehand to what is sent to servers beyond this machine')
    .option('--insecure', 'takes any certificate, on this machine alone')
    .option(...PROTO_OPTION)
    .optionWith('--timeout <duration>', 'the longest that one answer may take', { usual: '30s' })
    .optionWith('--limit <bytes>', 'the longest answer', { usual: '100MB' })
    .optionWith('--link <engine>', 'what emulates networks', {
      words: LINK_CHOICES,
      usual: MEASURE_DEFAULTS.link,
    })
    .optionWith('--seed <number>', 'of every random choice', { usual: 'a fresh one' })
    .optionWith('--out <dir>', 'folder for the record', { usual: 'runs/<date>-measure-<name>' })
    .option('--json', 'the summary as JSON')
    .example('measure http://localhost:3000/api/orders', 'here, on 4g and on 3g')
    .example(
      'measure https://localhost:3443/orders --insecure --network 3g',
      'with a certificate of your own',
    )
    .example(
      'measure http://localhost:3000/orders --against http://localhost:3001/orders',
      'two servers, one held against the other',
    )
    .action((url: string, flags: MeasureFlags) =>
      start(async (host) => (await import('../measure/measure.ts')).measureOrStop(url, flags, host)),
    );
}
