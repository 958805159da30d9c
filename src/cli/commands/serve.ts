// wirefare serve: the interactive page.

import { EXIT_DONE } from '../../base/exit-codes.ts';
import { LOOPBACK } from '../../ui/server/addresses.ts';
import type { ServeFlags } from '../serve/serve.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareServe(program: VerbCommand, start: Start): void {
  program
    .command('serve')
    .description(
      'the lab as a page: advice, studies, records with what came of them, messages in the browser you are using',
    )
    .optionWith('--port <number>', 'of the page', { value: '0', usual: 'any free one' })
    .option('--host <address>', 'for other devices too: 0.0.0.0 or an IPv4 address of this machine', LOOPBACK)
    .option('--target <name>', 'what the page speaks with; go has WebTransport too', 'node')
    .option('--records <folder>', 'what the page lists and compares', 'runs')
    .option('--open', 'open the page in your browser')
    .example('serve --open', 'on this machine')
    .example('serve --host 0.0.0.0', 'for a phone in the same network')
    .exitMeaning(EXIT_DONE, 'ended by Ctrl-C, which is how it ends')
    .action((flags: ServeFlags) =>
      start(async (host) => (await import('../serve/serve.ts')).serveAsNamed(flags, host)),
    );
}
