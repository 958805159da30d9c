// The facts about a run's link: how it was made, what was measured before it was used, and what its packets
// suffered while it was used. The shapes of what `wirefare-link` measures are those of link/src/messages.rs
// (docs/reference/link.md). calibration.ts judges whether the link is good enough.

import type { LinkEngine, NetworkProfile } from './profile.ts';

/** Measured from inside the namespaces; see link/src/messages.rs. */
export interface Calibration {
  readonly path: string;
  /** Subtracted from the delays of both directions together. */
  readonly compensationMs: number;
  readonly echo: {
    readonly sent: number;
    readonly received: number;
    readonly ipBytes: number;
    readonly rttMsMin: number;
    readonly rttMsMedian: number;
    readonly rttMsP99: number;
  };
  readonly slope: { readonly smallBytes: number; readonly fullBytes: number; readonly differenceMs: number };
  readonly train: {
    readonly packets: number;
    readonly downKbitPerS: number;
    readonly upKbitPerS: number;
  };
  readonly gets: readonly {
    readonly bodyBytes: number;
    readonly requestBytes: number;
    readonly timesMs: readonly number[];
  }[];
  readonly counters: { readonly down: LinkCounters; readonly up: LinkCounters };
  readonly tookMs: number;
}

export interface LinkCounters {
  readonly packetsIn: number;
  readonly bytesIn: number;
  readonly packetsOut: number;
  readonly bytesOut: number;
  readonly packetsLost: number;
  readonly packetsDropped: number;
  readonly packetsQueued: number;
}

/** One line of a calibration's judgement: `round trip, median: 300.04 ms, 299.7 to 300.3 expected`. */
export interface CalibrationCheck {
  readonly what: string;
  readonly measured: number;
  readonly least: number;
  readonly most: number;
  readonly unit: 'ms' | 'kbit/s' | 'packets';
  readonly within: boolean;
}

/** What the packets of a network suffered between two instants. */
export interface LinkAudit {
  readonly packets: number;
  readonly packetsLost: number;
  readonly packetsDropped: number;
  readonly latenessMsMean: number;
  readonly latenessMsMedian: number;
  readonly latenessMsP99: number;
  readonly latenessMsMax: number;
  readonly stallMsMax: number;
  readonly incomplete: boolean;
}

/** Read back in a namespace, on a socket that was opened over each path. */
export interface TcpFacts {
  readonly congestionControl: string;
  readonly initialWindow: number;
  readonly noMetricsSave: boolean;
  /**
   * Whether a connection that rested begins with its initial window again; absent in older records, in which
   * it did.
   */
  readonly slowStartAfterIdle?: boolean;
}

export interface LinkNetwork {
  readonly profile: NetworkProfile;
  readonly engine: LinkEngine;
  /** Why this engine. */
  readonly why: string;
  /** null if the engine is a model: there are no packets to measure. */
  readonly calibration: Calibration | null;
  readonly checks: readonly CalibrationCheck[];
}

/** For the record: the link of a run. */
export interface LinkFacts {
  /** The version of wirefare-link. */
  readonly version: string;
  readonly rootless: boolean;
  readonly networks: readonly LinkNetwork[];
  /** null if the engine is a model. */
  readonly tcp: { readonly client: TcpFacts; readonly server: TcpFacts } | null;
  /** Set-up and calibration of all networks together. */
  readonly setUpMs: number;
}
