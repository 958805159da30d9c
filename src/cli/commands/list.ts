// wirefare list studies|targets|formats|transports|browsers|networks.

import type { ListFlags } from '../list.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export const LISTS = ['studies', 'targets', 'formats', 'transports', 'browsers', 'networks'] as const;

export type ListName = (typeof LISTS)[number];

export function declareList(program: VerbCommand, start: Start): void {
  program
    .command('list')
    .description(`what there is: ${LISTS.join(', ')}`)
    .argumentOf('[what]', 'of what', LISTS)
    .option('--weights', 'of formats: what each decoder adds to a page')
    .option('--json', 'as JSON')
    .example('list formats', 'every format with its decoders')
    .example('list formats --weights', 'and what a page loads for them')
    .action((what: string | undefined, flags: ListFlags) =>
      start(async (host) => (await import('../list.ts')).list(what, flags, host)),
    );
}
