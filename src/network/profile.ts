// What a network is, for all code that plans, emulates, prints or predicts it. Sizes are IP bytes.

export interface NetworkProfile {
  /** `3g`; in a study file it may be the user's own name. */
  readonly name: string;
  /** Who declares these figures: `WebPageTest`, `Wirefare`, `the study file`. */
  readonly source: string;
  /** Server to client; null: not limited. */
  readonly downKbits: number | null;
  /** Client to server; null: not limited. */
  readonly upKbits: number | null;
  /** The round trip; each direction has half of it. */
  readonly rttMs: number;
  /**
   * Each direction's delay is drawn evenly from its half of the round trip ± this much; packets keep their
   * order.
   */
  readonly jitterMs: number;
  /** Share of packets lost in each direction, each by a draw of its own: 0.005. */
  readonly lossShare: number;
  /** What may wait for the wire in each direction; a packet that does not fit is dropped. */
  readonly queueBytes: number;
}

/** Without loss and jitter, as fast up as down. */
export function networkAt(mbits: number, rttMs: number): NetworkProfile {
  return {
    name: `${mbits}mbit/${rttMs}ms`,
    source: 'Wirefare',
    downKbits: mbits * 1_000,
    upKbits: mbits * 1_000,
    rttMs,
    jitterMs: 0,
    lossShare: 0,
    queueBytes: 0,
  };
}

/**
 * What emulates the network: packets by the user-space emulator (tun, veth), by the kernel's token bucket
 * (tbf), or a model of TCP.
 */
export type LinkEngine = 'tun' | 'veth' | 'tbf' | 'modelled';
