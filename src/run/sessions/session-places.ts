// Where the client and the server of a session are, and what leads from one to the other: the lab's own
// loopback, or the two ends of the link.

import type { ProtocolPorts, RunningAgent, RunningTarget } from '../../drive/driver.ts';
import type { RunningLink } from '../../drive/links/link.ts';
import type { Placement } from '../../drive/links/placement.ts';
import type { OwnGroups } from '../../drive/processes/cpu-watch.ts';
import type { ExitInfo } from '../../drive/processes/exit-info.ts';
import { type Cell, connectionOf } from '../../factors/cell.ts';
import type { LinkAudit } from '../../network/link-facts.ts';
import type { PlannedCell } from '../../plan/plan.ts';

export interface SessionPlaces {
  /** null: where the lab is. */
  readonly client: Placement | null;
  readonly server: Placement | null;
  /** The page's URL, which the control server gave, as the client finds it. */
  pageUrl(url: string): Promise<string>;
  /** `10.201.1.2:40125`: where the client of this cell finds the target. */
  authority(factors: Cell, ports: ProtocolPorts): Promise<string>;
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
  return { ...ON_LOOPBACK, server, authority };
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
    audit: (network, fromMs, toMs) => link.audit(network, fromMs, toMs),
    pids: [link.pid],
    needs: [{ name: 'the link', exited: link.exited }],
  };
}

/**
 * The origin that the client of this cell asks; cells of a protocol that the target has no port for are not
 * asked.
 */
export async function originOf(
  { factors }: PlannedCell,
  places: SessionPlaces,
  { ports }: RunningTarget,
): Promise<string> {
  const scheme = factors.protocol === 'http1' ? 'http' : 'https';
  return `${scheme}://${await places.authority(factors, ports)}`;
}

/** Every `host:port` at which the client will meet a certificate. */
export async function tlsAuthorities(
  cells: readonly PlannedCell[],
  places: SessionPlaces,
  { ports }: RunningTarget,
): Promise<string[]> {
  const withTls = cells.filter(({ factors: { protocol } }) => protocol !== 'http1' && protocol in ports);
  const all = await Promise.all(withTls.map(({ factors }) => places.authority(factors, ports)));
  return [...new Set(all)];
}

/** Process groups of a session, for whoever tells our own work from that of others. */
export function ownGroups(places: SessionPlaces, agent: RunningAgent, target: RunningTarget): OwnGroups {
  return {
    agent: [agent.pid, ...(agent.otherGroups ?? [])],
    target: [target.pid],
    link: places.pids,
  };
}

function portOf({ protocol }: Cell, ports: ProtocolPorts): number {
  return ports[protocol] ?? ports.http1;
}
