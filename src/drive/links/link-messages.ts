// What the lab and wirefare-link say to each other, one JSON object a line; docs/reference/link.md says the
// same in prose. The shapes are those of link/src/messages.rs and link/src/spec.rs.

import { NO_NETWORK } from '../../factors/network.ts';
import type { TcpFacts } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';

const LINK_PROTOCOL_VERSION = 1;
/** RFC 8312; the default of servers on Linux, Windows and macOS alike. */
const CONGESTION_CONTROL = 'cubic';
/** Segments; RFC 6928. */
const INITIAL_WINDOW = 10;

export type PacketEngine = 'tun' | 'veth' | 'tbf';

export interface LinkSetup {
  readonly version: typeof LINK_PROTOCOL_VERSION;
  readonly paths: readonly PathSpec[];
  readonly congestionControl: string;
  readonly initialWindow: number;
  readonly packetLog: string | null;
}

export interface PathSpec {
  readonly name: string;
  /** null leaves the choice to the program. */
  readonly engine: PacketEngine | null;
  readonly down: DirectionSpec;
  readonly up: DirectionSpec;
  readonly seed: number;
}

export interface DirectionSpec {
  readonly kbitPerS: number;
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly lossShare: number;
  readonly queueBytes: number;
}

export interface Ready {
  readonly ready: true;
  readonly version: string;
  readonly pid: number;
  readonly rootless: boolean;
  readonly namespaces: { readonly user: string | null; readonly client: string; readonly server: string };
  readonly paths: readonly ReadyPath[];
  readonly tcp: { readonly client: TcpFacts; readonly server: TcpFacts };
  readonly tried: readonly string[];
}

/** The ready message of `wirefare-link model`. */
export interface ModelReady {
  readonly ready: true;
  readonly version: string;
  readonly pid: number;
  readonly engine: 'modelled';
}

export interface ReadyPath {
  readonly name: string;
  readonly engine: PacketEngine;
  readonly why: string;
  readonly clientAddress: string;
  readonly serverAddress: string;
  readonly coldAddress: string;
  readonly mtu: number;
}

export interface Refused {
  readonly ready: false;
  readonly what: string;
  readonly tried: readonly string[];
  readonly remedy: string;
}

export type LinkPlace = 'host' | 'client' | 'server';

export type LinkOrder =
  | { readonly do: 'calibrate'; readonly path: string }
  | MeasureOrder
  | { readonly do: 'audit'; readonly path: string; readonly fromMs: number; readonly toMs: number }
  | { readonly do: 'counters'; readonly path: string }
  | { readonly do: 'forward'; readonly path: string; readonly port: number }
  | { readonly do: 'relay'; readonly from: LinkPlace; readonly to: LinkPlace; readonly port: number };

/** Measures as much of each figure as the order names, for the bench. The answer is a Calibration. */
export interface MeasureOrder {
  readonly do: 'measure';
  readonly path: string;
  readonly echoes: number;
  /** Time that each direction's train keeps its wire busy; 0 is none. */
  readonly trainMs: number;
  readonly gets: readonly {
    readonly bodyBytes: number;
    readonly requestBytes: number;
    readonly times: number;
  }[];
}

/** `seedOf` gives each network's draws a seed of their own. */
export function linkSetup(
  networks: readonly NetworkProfile[],
  engine: PacketEngine | null,
  seedOf: (network: string) => number,
): LinkSetup {
  return {
    version: LINK_PROTOCOL_VERSION,
    paths: networks.map((profile) => ({
      name: profile.name,
      engine,
      down: direction(profile, profile.downKbits),
      up: direction(profile, profile.upKbits),
      seed: seedOf(profile.name),
    })),
    congestionControl: CONGESTION_CONTROL,
    initialWindow: INITIAL_WINDOW,
    packetLog: null,
  };
}

function direction(profile: NetworkProfile, kbitPerS: number | null): DirectionSpec {
  const { name, rttMs, jitterMs, lossShare, queueBytes } = profile;
  if (kbitPerS === null) {
    throw new Error(`the network ${name} has no rate: only ${NO_NETWORK} may be without, and it is no path`);
  }
  return { kbitPerS, delayMs: rttMs / 2, jitterMs, lossShare, queueBytes };
}
