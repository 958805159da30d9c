// The data of every network that a study may name without describing it. Tools use the same names for
// different figures (the round trips of one are half of another's), so a name is never shown without its
// numbers (say-network.ts). Where a source gives neither jitter nor loss, there is none; no source gives a
// queue.

import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from './profile.ts';

const FULL_PACKET_BYTES = 1_500;
/** 1 000 full packets: the default queue of netem, the kernel's own emulator. */
export const DEFAULT_QUEUE_BYTES = 1_000 * FULL_PACKET_BYTES;

/** Our own round trips for wired local networks, because a published study gives only their rates. */
const LAN_RTT_MS = 0.2;
/**
 * Two hosts at one gigabit switch. The token bucket has no delay of its own and can stand for a round trip as
 * short as this.
 */
const GIGABIT_LAN_RTT_MS = 0.1;

const WEBPAGETEST = 'WebPageTest';
const OURS = 'Wirefare';

export const NETWORKS: readonly NetworkProfile[] = [
  {
    name: NO_NETWORK,
    source: 'loopback, not emulated',
    downKbits: null,
    upKbits: null,
    rttMs: 0,
    jitterMs: 0,
    lossShare: 0,
    queueBytes: DEFAULT_QUEUE_BYTES,
  },
  profile('lan', 'opijac-2017; round trip ours', 1_000_000, 1_000_000, GIGABIT_LAN_RTT_MS),
  profile('10mbit', 'opijac-2017; round trip ours', 10_000, 10_000, LAN_RTT_MS),
  // The study says only "ADSL to eduroam": the rates of full-rate ADSL (ITU-T G.992.1, 8 Mbit/s down, 1 up)
  // and a round trip usual for such a line with interleaving.
  profile('wan', 'slodziak-2016 (ADSL); figures ours', 8_000, 1_000, 40),
  profile('cable', WEBPAGETEST, 5_000, 1_000, 28),
  profile('dsl', WEBPAGETEST, 1_500, 384, 50),
  profile('fios', WEBPAGETEST, 20_000, 5_000, 4),
  profile('2g', WEBPAGETEST, 280, 256, 800),
  profile('edge', WEBPAGETEST, 240, 200, 840),
  profile('3g', WEBPAGETEST, 1_600, 768, 300),
  profile('3gfast', WEBPAGETEST, 1_600, 768, 150),
  profile('3gslow', WEBPAGETEST, 400, 400, 400),
  profile('4g', WEBPAGETEST, 9_000, 9_000, 170),
  profile('lte', WEBPAGETEST, 12_000, 12_000, 70),
  profile('slow-4g', 'Lighthouse', 1_638.4, 750, 150),
  // Our own figures, because no source gives jitter and loss. Mobile radio repeats what it loses, so most
  // loss on the air shows as jitter, and little of it as lost packets. 5g: a mid-band cell that is shared,
  // not a speed test beside the mast.
  profile('5g', OURS, 100_000, 20_000, 30, { jitterMs: 3 }),
  // mobile-good: LTE indoors, in a cell with others. One packet in a thousand is lost.
  profile('mobile-good', OURS, 20_000, 5_000, 60, { jitterMs: 8, lossShare: 0.001 }),
  // mobile-poor: the edge of a cell, or a train. At 2 % loss TCP backs off often: the loss decides, not the
  // rate.
  profile('mobile-poor', OURS, 1_500, 500, 250, { jitterMs: 40, lossShare: 0.02 }),
];

/** null if no profile has that name. */
export function profileNamed(name: string): NetworkProfile | null {
  return NETWORKS.find((network) => network.name === name) ?? null;
}

function profile(
  name: string,
  source: string,
  downKbits: number,
  upKbits: number,
  rttMs: number,
  more: Partial<Pick<NetworkProfile, 'jitterMs' | 'lossShare'>> = {},
): NetworkProfile {
  const queueBytes = DEFAULT_QUEUE_BYTES;
  return { name, source, downKbits, upKbits, rttMs, jitterMs: 0, lossShare: 0, queueBytes, ...more };
}
