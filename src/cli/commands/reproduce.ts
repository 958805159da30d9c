// wirefare reproduce [STUDY…]: the published studies run again, as one page.

import { LINK_CHOICES } from '../../drive/links/link.ts';
import type { ReproduceFlags } from '../reproduce/reproduce.ts';
import { collect } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareReproduce(program: VerbCommand, start: Start): void {
  program
    .command('reproduce')
    .description('run published studies again: claim by claim what was published, and what comes out here')
    .argument('[study...]', 'names that `list studies` shows, or files with claims (default: all published)')
    .optionWith('--out <dir>', 'folder for the records and the page; given again, it goes on', {
      usual: 'runs/reproduced',
    })
    .optionWith('--budget <time>', 'wall time of all studies together: 30m, 2h', {
      usual: '90m; with --full what all that is left takes',
    })
    .option('--quick', 'a first impression: of each study as many claims as a minute answers')
    .option(
      '--full',
      'every cell of the studies, in Chromium, Firefox and WebKit where they have browsers; given again, it goes on with what is left',
    )
    .option(
      '--only <factor=level,…>',
      'only these levels of the factor; may be given several times',
      collect,
      [],
    )
    .optionWith('--link <engine>', 'what emulates networks; what is modelled is held against no claim', {
      words: LINK_CHOICES,
      usual: 'auto',
    })
    .option('--page', 'measure nothing: make the page again from the records there')
    .option('--keep <dir>', 'put the page, and of each record what makes it again, into this folder, too')
    .option('--json', 'print the page as JSON')
    .paragraph(
      'It measures what the claims are about, each study in the browser that its file names first, for as ' +
        'long as the verdicts take, and shares the time by what that costs. What is missing on this machine is ' +
        'told first, all at once; the rest goes on. Ended at any moment, the same command goes on.',
    )
    .example('reproduce', 'all published studies, in at most 90 minutes')
    .example('reproduce jorgensen-2016 dauda-2018 --budget 10m', 'two of them')
    .example('reproduce --full --budget 3h', 'all cells of all studies, over as many starts as it takes')
    .example('reproduce --page', 'the page again, from what was measured')
    .action((studies: readonly string[], flags: ReproduceFlags) =>
      start(async (host) => (await import('../reproduce/reproduce.ts')).reproduceHere(studies, flags, host)),
    );
}
