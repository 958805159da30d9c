// wirefare networks: the table · networks check: is it what it says, on this machine? · networks run: a
// program of one's own behind it.

import { EXIT_FAILED } from '../../base/exit-codes.ts';
import { PACKET_CHOICES } from '../../drive/links/link.ts';
import type { CheckOptions, RunOptions } from '../networks/networks.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareNetworks(program: VerbCommand, start: Start): void {
  const networks = program
    .command('networks')
    .description('the networks there are, with their figures; measure one, or run a program behind it')
    .argument('[name]', 'none; `networks check` and `networks run` take names')
    .option('--json', 'as JSON')
    .example('networks', 'every network with its rates, round trip and loss')
    .action((name: string | undefined, flags: { readonly json?: boolean }) =>
      start(async (host) => (await import('../networks/networks.ts')).showNetworks(name, flags, host)),
    );
  networks
    .command('check')
    .description('set each up, measure it, and hold the figures to what it says')
    .argument('[names...]', 'which networks; those of --study unless given')
    .option('--study <study>', 'take the networks from this study, which may describe its own')
    .optionWith('--engine <name>', 'what emulates', { words: PACKET_CHOICES, value: 'auto' })
    .option('--json', 'one JSON object a line, one for each network')
    .exitMeaning(EXIT_FAILED, 'a network is not within its bounds here, or the machine cannot emulate it')
    .example('networks check 3g', 'does this machine emulate 3g within its bounds?')
    .action((names: string[], _flags: unknown, command: VerbCommand) => {
      const flags = command.optsWithGlobals<CheckOptions>();
      return start(async (host) => (await import('../networks/networks.ts')).checkByName(names, flags, host));
    });
  networks
    .command('run')
    .description('run COMMAND at the client’s end of a network')
    .argument('<name>', 'the network')
    .argument('<command...>', 'the program and its arguments, behind --')
    .option('--study <study>', 'NAME is a network of this study, perhaps described in it')
    .option('--server <command>', 'a shell command to run at the server’s end first')
    .optionWith('--engine <name>', 'what emulates', { words: PACKET_CHOICES, value: 'auto' })
    .option('--unchecked', 'do not measure the network first')
    .paragraph(
      'Both commands find the addresses of the two ends in WIREFARE_SERVER and WIREFARE_CLIENT. COMMAND has your ' +
        'terminal. Nothing is left behind: no process, no namespace, no device.',
    )
    .example(
      "networks run 3g --server 'iperf3 -s' -- sh -c 'iperf3 -c $WIREFARE_SERVER'",
      'iperf3 over an emulated 3g',
    )
    .exitMeaning('0 to 255', 'that of COMMAND')
    .action((name: string, command: string[], flags: RunOptions) =>
      start(async (host) => (await import('../networks/networks.ts')).runByName(name, command, flags, host)),
    );
}
