// wirefare networks: the table · networks check: is it what it says, on this machine? · networks run: a
// program of one's own behind it.

import type { Host } from '../../base/host.ts';
import { PACKET_CHOICES, type PacketChoice } from '../../drive/links/link.ts';
import { createGuardian } from '../../drive/processes/guardian.ts';
import { makeDrivers } from '../surroundings/run-context.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';
import { networkList } from './network-names.ts';
import { type CheckFlags, checkNetworks } from './networks-check.ts';
import { type RunFlags, runBehindNetwork } from './networks-run.ts';

export interface CheckOptions extends Omit<CheckFlags, 'engine'> {
  readonly engine: string;
}

export interface RunOptions extends Omit<RunFlags, 'engine'> {
  readonly engine: string;
}

/** The table; a name is one word too few or too many. */
export async function showNetworks(
  name: string | undefined,
  flags: { readonly json?: boolean },
  host: Host,
): Promise<number> {
  if (name !== undefined) {
    throw wrongFlag(
      'networks',
      `${JSON.stringify(name)} is no part of it: networks check NAME measures one, networks run NAME runs a program behind it`,
    );
  }
  if (flags.json === true) host.out(networkList(true, host.colour));
  else sayOut(host, networkList(false, host.colour));
  return 0;
}

export function checkByName(names: readonly string[], flags: CheckOptions, host: Host): Promise<number> {
  return checkNetworks(names, { ...flags, engine: engineNamed(flags.engine) }, host, makeDrivers(host));
}

export function runByName(
  name: string,
  command: readonly string[],
  flags: RunOptions,
  host: Host,
): Promise<number> {
  const settings = { ...flags, engine: engineNamed(flags.engine) };
  return runBehindNetwork(name, command, settings, host, makeDrivers(host), createGuardian(host.tempDir));
}

function engineNamed(name: string): PacketChoice {
  const engine = PACKET_CHOICES.find((known) => known === name);
  if (engine === undefined) throw unknownFlagWord('--engine', 'engine', name, PACKET_CHOICES);
  return engine;
}
