// wirefare networks run NAME -- COMMAND…: a program of one's own at the client's end of a network, and
// perhaps another at the server's: ping, curl, iperf3, a browser.

import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { PacketChoice, RunningLink } from '../../drive/links/link.ts';
import {
  listenersAt,
  type RunningCommand,
  startCommand,
  untilListening,
} from '../../drive/links/placed-command.ts';
import type { Guardian } from '../../drive/processes/guardian.ts';
import { sayFailedChecks } from '../../network/calibration.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { namedStudy } from '../study/study-options.ts';
import { emulatedNetworks } from './network-names.ts';

export interface RunFlags {
  readonly engine: PacketChoice;
  readonly server?: string;
  readonly unchecked?: boolean;
  /** A study, by file or name, whose network this is; the catalogue's unless given. */
  readonly study?: string;
}

/**
 * Most servers listen within a few hundredths of a second; one that never does must not hold up the command.
 */
const SERVER_WITHIN_MS = 5_000;
/** After Ctrl-C a command may still want to say what it found, as ping does. */
const FAREWELL_MS = 1_000;

/** Answers the command's exit code. `drivers` may be faked. */
export async function runBehindNetwork(
  name: string,
  command: readonly string[],
  flags: RunFlags,
  host: Host,
  drivers: Pick<Drivers, 'link'>,
  guardian: Guardian,
): Promise<number> {
  const known = flags.study === undefined ? NETWORKS : (await namedStudy(flags.study, host)).networks;
  const [profile] = emulatedNetworks([name], 'networks run', known);
  const link = await openedOrInterrupted(profile!, flags, host, drivers);
  if (link === null) return EXIT_INTERRUPTED;
  const started: RunningCommand[] = [];
  try {
    if (host.interrupted.aborted) return EXIT_INTERRUPTED;
    tellNetwork(link, host);
    const ends = link.addresses(name);
    const env = { ...host.env, WIREFARE_SERVER: ends.server, WIREFARE_CLIENT: ends.client };
    const common = { env, cwd: host.cwd };
    if (flags.server !== undefined)
      started.push(await startServer(flags.server, common, link, host, guardian));
    const [path, ...args] = command;
    const manner = host.outIsTerminal && host.errIsTerminal ? 'terminal' : 'apart';
    const client = await startCommand(
      { ...common, path: path!, args, place: link.clientPlace, manner },
      guardian,
    );
    started.push(client);
    return await waitForExitCode(client, manner === 'apart', host.interrupted);
  } finally {
    for (const one of started.reverse()) await one.close();
    await link.close();
  }
}

/** null where it was interrupted: whatever the set-up ended with then, nobody needs a remedy. */
async function openedOrInterrupted(
  profile: NetworkProfile,
  { engine, unchecked }: RunFlags,
  host: Host,
  drivers: Pick<Drivers, 'link'>,
): Promise<RunningLink | null> {
  const { interrupted } = host;
  const calibration = unchecked === true ? 'none' : 'told';
  try {
    return await drivers.link(engine).open([profile], { seed: host.freshSeed(), calibration, interrupted });
  } catch (thrown) {
    if (interrupted.aborted) return null;
    throw thrown;
  }
}

function tellNetwork({ facts }: RunningLink, host: Host): void {
  const { profile, engine, why, checks } = facts.networks[0]!;
  host.err(`${profile.name} (${sayNetwork(profile)}) by ${engine}: ${why}\n`);
  for (const failed of sayFailedChecks(profile, checks)) host.err(`warning: ${failed}\n`);
}

/** Goes on when it listens, when it has ended, or after a while: not every server uses TCP. */
async function startServer(
  command: string,
  common: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
  link: RunningLink,
  host: Host,
  guardian: Guardian,
): Promise<RunningCommand> {
  const place = link.serverPlace;
  // Until it has entered its place, those of ours are seen there.
  const before = listenersAt('self') ?? new Set();
  const spec = { ...common, path: '/bin/sh', args: ['-c', command], place, manner: 'behind' as const };
  const server = await startCommand(spec, guardian);
  const note = await waitForServer(server, before);
  if (note !== null) host.err(`note: ${note}\n`);
  return server;
}

/** What there is to say of it; null where it listens. */
async function waitForServer(
  { pid, exitCode }: RunningCommand,
  before: ReadonlySet<string>,
): Promise<string | null> {
  const ended = async () => `the server's command ended with exit code ${await exitCode} before it listened`;
  const state = await Promise.race([
    untilListening(pid, before, SERVER_WITHIN_MS),
    exitCode.then(() => 'gone' as const),
  ]);
  if (state === 'listening') return null;
  if (state === 'gone') return ended();
  return `nothing listens on TCP at the server's end after ${SERVER_WITHIN_MS / 1_000} s; going on`;
}

/** Ctrl-C reaches a command at the terminal by itself; one that is apart is told. Both may say farewell. */
function waitForExitCode(
  client: RunningCommand,
  isApart: boolean,
  interrupted: AbortSignal,
): Promise<number> {
  const onInterrupt = () => {
    if (isApart) client.signal('SIGINT');
    timer = setTimeout(() => client.signal('SIGTERM'), FAREWELL_MS);
  };
  let timer: NodeJS.Timeout | undefined;
  interrupted.addEventListener('abort', onInterrupt);
  return client.exitCode.finally(() => {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', onInterrupt);
  });
}
