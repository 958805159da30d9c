// The options of `run` and `plan`: what of a study is taken.

import { LINK_CHOICES } from '../../drive/links/link.ts';
import { DESIGNS } from '../../study/design.ts';
import type { VerbCommand } from './verb-command.ts';

/** Of every verb that ends with a report. */
export const PRICE_HELP =
  'what traffic and the server’s CPU cost, to tell what a million answers do: egress=0.09/GB,cpu=0.04/h';

/** Of `run` and `report`. */
export const KEEP_HELP =
  'tells how many clients at once keep a limit: p95=200ms (95 % of a cell’s exchanges take at most so long)';

export function addStudyOptions(command: VerbCommand): VerbCommand {
  return command
    .option(
      '--only <factor=level,…>',
      'only these levels of the factor; may be given several times',
      collect,
      [],
    )
    .option('--quick', 'at most a minute: fewer sessions, no cells that take long')
    .option(
      '--budget <time>',
      'wall time of the run, starts and reports included, but for phones and held parts: 90s, 10m, 2h',
    )
    .option(
      '--precision <share>',
      'what the run aims at: it ends once every difference is known to within that: 5%',
    )
    .option(
      '--sessions <count>',
      'sessions for each browser and target, instead of as many as the budget buys',
    )
    .option(
      '--browser <names>',
      "instead of the study's: chromium, firefox, webkit, node, a program of clients/ or of a folder (./mine), outside (a phone), grid:NAME@URL",
    )
    .option('--target <names>', "instead of the study's: node, another of targets/, or a folder (./mine)")
    .optionWith(
      '--design <design>',
      'what is measured: every cell, or what a model needs, the rest being predicted and marked so',
      { words: DESIGNS, usual: 'the study’s, else full' },
    )
    .option(
      '--share <nth/of>',
      'one of so many parts of its sessions, dealt out beforehand: 3/10; merge puts their records together',
    )
    .option('--yes', 'agrees beforehand to what is sent to URLs beyond this machine')
    .optionWith('--seed <number>', 'of every random choice', { usual: 'the study’s, else a fresh one' })
    .optionWith(
      '--link <engine>',
      'what emulates networks (modelled has no packets and is never compared with them)',
      { words: LINK_CHOICES, usual: 'auto' },
    );
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
