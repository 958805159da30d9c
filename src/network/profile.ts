// What a network is, for whoever plans, emulates, prints or predicts it. Sizes are IP bytes.

export interface NetworkProfile {
  /** `3g`; in a study file also a name of the user's own. */
  readonly name: string;
  /** Who declares these figures: `WebPageTest`, `Wirefare`, `the study file`. */
  readonly source: string;
  /** Server to client; null: not limited. */
  readonly downKbits: number | null;
  /** Client to server; null: not limited. */
  readonly upKbits: number | null;
  /** Half of it in each direction. */
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

/**
 * What emulates: packets by the user-space emulator (tun, veth), by the kernel's token bucket (tbf), or a
 * model of TCP.
 */
export type LinkEngine = 'tun' | 'veth' | 'tbf' | 'modelled';
