// wirefare networks: the table · networks check: is it what it says, on this machine? · networks run: a program of
// one's own behind it.

import type { Command } from 'commander';
import type { Host } from '../base/host.ts';
import type { PacketChoice } from '../drive/links/link.ts';
import { createGuardian } from '../drive/processes/guardian.ts';
import { networkList } from './networks/network-names.ts';
import { type CheckFlags, checkNetworks } from './networks/networks-check.ts';
import { type RunFlags, runBehindNetwork } from './networks/networks-run.ts';
import { driversOf } from './surroundings/run-context.ts';
import { type Finish, wrongFlag } from './verb.ts';

const ENGINES: readonly PacketChoice[] = ['auto', 'tun', 'veth', 'tbf'];
const ENGINE_HELP = `what emulates: ${ENGINES.join(', ')}`;

export function addNetworks(program: Command, host: Host, finish: Finish): void {
  const networks = program
    .command('networks')
    .description('the networks there are, with their figures; measure one, or run a program behind it')
    .argument('[name]')
    .option('--json', 'as JSON')
    .action((name: string | undefined, flags: { readonly json?: boolean }) => {
      if (name !== undefined) {
        throw wrongFlag(
          'networks',
          `${JSON.stringify(name)} is no part of it: networks check NAME measures one, networks run NAME runs a program behind it`,
        );
      }
      host.out(networkList(flags.json === true, host.colour));
      finish(0);
    });
  networks
    .command('check [names...]')
    .description('set each up, measure it, and hold the figures to what it says')
    .option(
      '--study <study>',
      'the networks of this study, described in it or not; all of them without NAMES',
    )
    .option('--engine <name>', ENGINE_HELP, 'auto')
    .option('--json', 'one JSON object a line, one for each network')
    .action(async (names: string[], flags: { readonly engine: string }, command: Command) => {
      const settings = { ...command.optsWithGlobals(), engine: engineOf(flags.engine) } as CheckFlags;
      finish(await checkNetworks(names, settings, host, driversOf(host)));
    });
  networks
    .command('run <name> <command...>')
    .description(
      "run COMMAND at the client’s end of a network: networks run 3g --server 'iperf3 -s' -- sh -c 'iperf3 -c $WIREFARE_SERVER'",
    )
    .option('--study <study>', 'NAME is a network of this study, perhaps described in it')
    .option('--server <command>', 'a shell command to run at the server’s end first')
    .option('--engine <name>', ENGINE_HELP, 'auto')
    .option('--unchecked', 'do not measure the network first')
    .addHelpText('after', RUN_HELP)
    .action(async (name: string, command: string[], flags: RunFlags & { readonly engine: string }) => {
      const settings = { ...flags, engine: engineOf(flags.engine) };
      finish(
        await runBehindNetwork(name, command, settings, host, driversOf(host), createGuardian(host.tempDir)),
      );
    });
}

const RUN_HELP = `
Both commands find the addresses of the two ends in WIREFARE_SERVER and WIREFARE_CLIENT. COMMAND has your terminal;
its exit code is the verb's. Nothing is left behind: no process, no namespace, no device.`;

function engineOf(name: string): PacketChoice {
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined)
    throw wrongFlag('--engine', `there is no engine ${JSON.stringify(name)}`, ENGINES);
  return engine;
}
