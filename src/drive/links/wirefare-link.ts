// The link of packets: starts `wirefare-link up`, measures every network one after the other, checks the
// figures against the bounds of src/network/calibration.ts, and hands out the two places and the ways between
// them.

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { deriveSeed } from '../../base/random.ts';
import { isWithin, judgeCalibration, sayFailedChecks } from '../../network/calibration.ts';
import type { Calibration, LinkAudit, LinkNetwork } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { Guardian } from '../processes/guardian.ts';
import type { LinkDriver, LinkOpening, RunningLink } from './link.ts';
import type { LinkClient } from './link-client.ts';
import { type LinkPlace, linkSetup, type PacketEngine, type Ready, type ReadyPath } from './link-messages.ts';
import { LINK_GRACE_MS, type LinkProcess, startLinkProcess } from './link-process.ts';
import type { Placement } from './placement.ts';

const ANY_ADDRESS = '0.0.0.0';

export interface WirefareLinkSettings {
  /** Finds the program and builds it if needed. */
  readonly program: () => Promise<string>;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting it stops the set-up. */
  readonly interrupted?: AbortSignal | undefined;
  /** As PAUSES_MS. */
  readonly pausesMs?: readonly number[];
}

/**
 * Before a network that was out of its bounds is tried again, so often: at once, and then later and later,
 * since what disturbs a machine for a while would disturb all tries that follow one another. Hosts take
 * their guests' time for ten or twenty seconds on end.
 */
const PAUSES_MS = [0, 500, 2_000, 5_000, 15_000];

/** `engine` is null if the program shall choose, network by network. */
export function wirefareLinkDriver(
  settings: WirefareLinkSettings,
  engine: PacketEngine | null,
  guardian: Guardian,
): LinkDriver {
  const { program, pausesMs = PAUSES_MS } = settings;
  return {
    examine: async (networks) => {
      const up = await bringUp(await program(), networks, { engine, seed: 0 }, settings, guardian);
      await up.running.close(LINK_GRACE_MS);
    },
    open: async (networks, opening) => {
      const path = await program();
      const startMs = settings.clock.nowMs();
      const up = await bringUp(path, networks, { engine, seed: opening.seed }, settings, guardian);
      const stop = () => void up.running.close(LINK_GRACE_MS);
      opening.interrupted?.addEventListener('abort', stop);
      try {
        const measured = await calibrateAll(up, networks, { ...opening, pausesMs });
        return runningLink(path, up, measured, settings.clock.nowMs() - startMs);
      } catch (thrown) {
        await up.running.close(LINK_GRACE_MS);
        throw asEnvironmentError(thrown, up);
      } finally {
        opening.interrupted?.removeEventListener('abort', stop);
      }
    },
  };
}

type Up = LinkProcess<Ready>;

/** Sets everything up and measures nothing. Throws an EnvironmentError with what was tried. */
function bringUp(
  program: string,
  networks: readonly NetworkProfile[],
  { engine, seed }: { readonly engine: PacketEngine | null; readonly seed: number },
  settings: WirefareLinkSettings,
  guardian: Guardian,
): Promise<Up> {
  const setup = linkSetup(networks, engine, (name) => deriveSeed(seed, 'link', name));
  const { env, interrupted } = settings;
  return startLinkProcess({ program, verb: 'up', env, interrupted }, setup, guardian);
}

/**
 * A link that ends while it is measured is a gap of the environment: somebody ended it, or the machine did.
 */
function asEnvironmentError(thrown: unknown, { running }: Up): EnvironmentError {
  if (thrown instanceof EnvironmentError) return thrown;
  return new EnvironmentError(
    `the link cannot be calibrated: ${messageOf(thrown)}`,
    [running.command.join(' ')],
    'wirefare doctor tells what this machine lacks',
  );
}

/** Calibrates one network after the other, because they would disturb each other. */
async function calibrateAll(
  { client, ready }: Up,
  networks: readonly NetworkProfile[],
  {
    tell,
    calibration: wanted = 'bound',
    interrupted,
    pausesMs,
  }: LinkOpening & { readonly pausesMs: readonly number[] },
): Promise<LinkNetwork[]> {
  const measured: LinkNetwork[] = [];
  for (const profile of networks) {
    const { engine, why } = ready.paths.find(({ name }) => name === profile.name)!;
    if (wanted === 'none') {
      measured.push({ profile, engine, why, calibration: null, checks: [] });
      continue;
    }
    tell?.(`calibrating ${nameNetwork(profile.name, networks)}`);
    const { calibration, checks } = await calibrated(client, profile, {
      tell: (doing) => tell?.(doing),
      pausesMs,
      interrupted,
    });
    measured.push({ profile, engine, why, calibration, checks });
  }
  const failed = measured.flatMap(({ profile, checks }) => sayFailedChecks(profile, checks));
  if (failed.length === 0 || wanted === 'told') return measured;
  throw new EnvironmentError(
    `the link is out of its bounds, so nothing is measured over it: ${failed.join('; ')}`,
    [...ready.tried, ...measured.map(({ profile, engine, why }) => `${profile.name} by ${engine}: ${why}`)],
    'end other work on this machine and try again; wirefare networks check NAME tells every figure',
  );
}

/**
 * A machine that is busy for a moment gets another try, and each try is reported with its figures. A wrong
 * link is wrong every time. Packets that come late during use are found one by one (LinkAudit).
 */
async function calibrated(
  client: LinkClient,
  profile: NetworkProfile,
  {
    tell,
    pausesMs,
    interrupted,
  }: {
    readonly tell: (doing: string) => void;
    readonly pausesMs: readonly number[];
    readonly interrupted: AbortSignal | undefined;
  },
): Promise<Pick<LinkNetwork, 'checks'> & { readonly calibration: Calibration }> {
  for (let tries = 0; ; tries += 1) {
    const calibration = withNaN(await client.ask<Calibration>({ do: 'calibrate', path: profile.name }));
    const checks = judgeCalibration(profile, calibration);
    const pauseMs = pausesMs[tries];
    if (isWithin(checks) || pauseMs === undefined) return { calibration, checks };
    tell(`calibrating again: ${sayFailedChecks(profile, checks).join('; ')}`);
    // The link is closed where this is interrupted, and says so when it is asked next.
    await delay(pauseMs, undefined, { signal: interrupted }).catch(() => {});
  }
}

/**
 * A figure that could not be measured comes as null, because JSON has no NaN. As a number, null would be 0.
 */
function withNaN(answer: Calibration): Calibration {
  return JSON.parse(JSON.stringify(answer), (_, value) => value ?? Number.NaN);
}

function runningLink(
  program: string,
  { running, client, ready }: Up,
  networks: readonly LinkNetwork[],
  setUpMs: number,
): RunningLink {
  const { version, rootless, tcp, namespaces } = ready;
  const relay = relays(client);
  const place = (net: string, name: LinkPlace): Placement => ({
    wrap: (path, args) => ({ path: program, args: [...enter(namespaces.user, net), '--', path, ...args] }),
    listenHost: ANY_ADDRESS,
    reach: (port) => relay('host', name, port),
  });
  return {
    facts: { version, rootless, networks, tcp, setUpMs },
    pid: running.pid,
    serverAddresses: ready.paths.flatMap((path) => [path.serverAddress, path.coldAddress]),
    clientPlace: place(namespaces.client, 'client'),
    serverPlace: place(namespaces.server, 'server'),
    labPort: (port) => relay('client', 'host', port),
    authority: async (network, port, connection) => {
      const path = findPath(ready, network);
      return `${connection === 'cold' ? path.coldAddress : path.serverAddress}:${port}`;
    },
    addresses: (network) => {
      const { clientAddress, serverAddress } = findPath(ready, network);
      return { client: clientAddress, server: serverAddress };
    },
    audit: (path, fromMs, toMs) => client.ask<LinkAudit>({ do: 'audit', path, fromMs, toMs }),
    exited: running.exited,
    close: () => running.close(LINK_GRACE_MS),
  };
}

function findPath({ paths }: Ready, network: string): ReadyPath {
  const path = paths.find(({ name }) => name === network);
  if (path === undefined) throw new Error(`the link has no path for the network ${network}`);
  return path;
}

function enter(user: string | null, net: string): string[] {
  return ['enter', ...(user === null ? [] : ['--user', user]), '--net', net];
}

/** Makes one relay for each port; sessions of the same port share it. */
function relays(client: LinkClient): (from: LinkPlace, to: LinkPlace, port: number) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  return (from, to, port) => {
    const key = `${from} ${to} ${port}`;
    const relay =
      known.get(key) ??
      client.ask<{ readonly port: number }>({ do: 'relay', from, to, port }).then((answer) => answer.port);
    known.set(key, relay);
    return relay;
  };
}
