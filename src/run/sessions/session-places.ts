// Where the client and the server of a session are, and what leads from one to the other: the lab's own
// loopback, or the two ends of the link.

import { type ProtocolPorts, type RunningTarget, webTransportPort } from '../../drive/driver.ts';
import type { RunningLink } from '../../drive/links/link.ts';
import type { Placement } from '../../drive/links/placement.ts';
import type { OwnGroups } from '../../drive/processes/cpu-watch.ts';
import type { ExitInfo } from '../../drive/processes/exit-info.ts';
import { type Cell, connectionOf, isSequence } from '../../factors/cell.ts';
import { isOverQuic } from '../../factors/protocol.ts';
import type { LinkAudit } from '../../network/link-facts.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { TargetAddress } from '../../wire/target-contract.ts';
import type { Opened } from './open-session.ts';

export interface SessionPlaces {
  /** null: where the lab is. */
  readonly client: Placement | null;
  readonly server: Placement | null;
  /** The page's URL, which the control server gave, as the client finds it. */
  pageUrl(url: string): Promise<string>;
  /** `10.201.1.2:40125`: where the client of this cell finds the target. */
  authority(factors: Cell, ports: ProtocolPorts): Promise<string>;
  /** The names and addresses by which the client reaches the target, those of loopback aside. */
  readonly hosts: readonly string[];
  /**
   * What packets suffered on a network, times being milliseconds since 1970; null where there are none to
   * tell of.
   */
  audit(network: string, fromMs: number, toMs: number): Promise<LinkAudit | null>;
  /** Process groups of what emulates the network. */
  readonly pids: readonly number[];
  /** What the session cannot outlive. */
  readonly needs: readonly { readonly name: string; readonly exited: Promise<ExitInfo> }[];
}

export const ON_LOOPBACK: SessionPlaces = {
  client: null,
  server: null,
  pageUrl: async (url) => url,
  authority: async (factors, ports) => `127.0.0.1:${portOf(factors, ports)}`,
  hosts: [],
  audit: async () => null,
  pids: [],
  needs: [],
};

/** The client is on another machine, and finds this one at `host`: the target listens on every address. */
export function outsidePlaces(host: string): SessionPlaces {
  const server: Placement = {
    wrap: (path, args) => ({ path, args }),
    listenHost: '0.0.0.0',
    reach: async (port) => port,
  };
  const authority = async (factors: Cell, ports: ProtocolPorts) => `${host}:${portOf(factors, ports)}`;
  return { ...ON_LOOPBACK, server, authority, hosts: [host] };
}

export function overLink(link: RunningLink): SessionPlaces {
  return {
    client: link.clientPlace,
    server: link.serverPlace,
    pageUrl: async (url) => {
      const there = new URL(url);
      there.port = String(await link.labPort(Number(there.port)));
      return there.href;
    },
    authority: (factors, ports) =>
      link.authority(factors.network, portOf(factors, ports), connectionOf(factors)),
    hosts: link.serverAddresses,
    audit: (network, fromMs, toMs) => link.audit(network, fromMs, toMs),
    pids: [link.pid],
    needs: [{ name: 'the link', exited: link.exited }],
  };
}

/**
 * Where the client of this cell asks; cells of a protocol that the target has no port for are not asked.
 */
export async function addressOf(
  { factors }: PlannedCell,
  places: SessionPlaces,
  { ports, secret }: RunningTarget,
): Promise<TargetAddress> {
  const scheme = factors.protocol === 'http1' ? 'http' : 'https';
  return { targetUrl: `${scheme}://${await places.authority(factors, ports)}`, secret };
}

/** Every `host:port` at which the client will meet a certificate. */
export async function tlsAuthorities(
  cells: readonly PlannedCell[],
  places: SessionPlaces,
  targets: readonly RunningTarget[],
): Promise<string[]> {
  const asked = cells.flatMap(({ factors }) => {
    const { ports } = targetOf(factors, targets);
    return factors.protocol !== 'http1' && factors.protocol in ports ? [{ factors, ports }] : [];
  });
  const all = await Promise.all(asked.map(({ factors, ports }) => places.authority(factors, ports)));
  return [...new Set(all)];
}

/** Where requests are to go over HTTP/3. WebTransport finds its way without being told. */
export async function http3Authorities(
  cells: readonly PlannedCell[],
  places: SessionPlaces,
  targets: readonly RunningTarget[],
): Promise<string[]> {
  const overHttp3 = cells.filter(({ factors }) => isOverQuic(factors.protocol) && !isWebTransport(factors));
  return tlsAuthorities(overHttp3, places, targets);
}

/** The one that answers a cell. */
export function targetOf({ target }: Cell, targets: readonly RunningTarget[]): RunningTarget {
  const own = targets.find(({ name }) => name === target);
  if (own === undefined) throw new Error(`target ${target} was not started for this session`);
  return own;
}

/** Process groups of a session, for whoever tells our own work from that of others. */
export function ownGroups({ places, agent, targets }: Opened, clients?: readonly number[]): OwnGroups {
  return {
    agent: [agent.pid, ...(agent.otherGroups ?? [])],
    target: targets.flatMap(({ pid, otherGroups = [] }) => [pid, ...otherGroups]),
    ...(targets.length > 1 && { targets: new Map(targets.map(({ name, pid }) => [name, pid])) }),
    link: places.pids,
    ...(clients !== undefined && { clients }),
  };
}

function portOf(factors: Cell, ports: ProtocolPorts): number {
  return (isWebTransport(factors) ? webTransportPort(ports) : ports[factors.protocol]) ?? ports.http1;
}

function isWebTransport(factors: Cell): boolean {
  return isSequence(factors) && factors.transport === 'webtransport';
}
