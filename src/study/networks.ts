// The networks that a study may name. Always print their numbers beside the name: tools use the same names for
// different figures. Jitter and loss are nil unless said; `none` is the plain loopback, without any emulation.

export interface NetworkProfile {
  readonly name: string;
  /** Who declares these figures. */
  readonly source: string;
  /** null: not limited. */
  readonly downKbits: number | null;
  readonly upKbits: number | null;
  /** Added round-trip time, ms. */
  readonly rttMs: number;
}

/** A local network's delay, where the published study gives only the rate: our own declaration. */
const LAN_RTT_MS = 0.2;

export const NETWORKS: readonly NetworkProfile[] = [
  { name: 'none', source: 'loopback, not emulated', downKbits: null, upKbits: null, rttMs: 0 },
  profile('lan', 'opijac-2017; delay ours', 1_000_000, 1_000_000, LAN_RTT_MS),
  profile('10mbit', 'opijac-2017; delay ours', 10_000, 10_000, LAN_RTT_MS),
  profile('cable', 'WebPageTest', 5_000, 1_000, 28),
  profile('dsl', 'WebPageTest', 1_500, 384, 50),
  profile('fios', 'WebPageTest', 20_000, 5_000, 4),
  profile('2g', 'WebPageTest', 280, 256, 800),
  profile('edge', 'WebPageTest', 240, 200, 840),
  profile('3g', 'WebPageTest', 1_600, 768, 300),
  profile('3gfast', 'WebPageTest', 1_600, 768, 150),
  profile('3gslow', 'WebPageTest', 400, 400, 400),
  profile('4g', 'WebPageTest', 9_000, 9_000, 170),
  profile('lte', 'WebPageTest', 12_000, 12_000, 70),
  profile('slow-4g', 'Lighthouse', 1_638.4, 750, 150),
];

/** `10000/10000 kbit/s, 0.2 ms`. */
export function sayNetwork({ downKbits, upKbits, rttMs }: NetworkProfile): string {
  if (downKbits === null || upKbits === null) return 'not limited';
  return `${downKbits}/${upKbits} kbit/s, ${rttMs} ms`;
}

function profile(
  name: string,
  source: string,
  downKbits: number,
  upKbits: number,
  rttMs: number,
): NetworkProfile {
  return { name, source, downKbits, upKbits, rttMs };
}
