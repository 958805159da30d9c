// Whether what the packets of a block suffered leaves the block worth counting. The thresholds stand here,
// once.
//
// Lateness. The emulator hands a packet on at the instant that the model names, or a little later: a timer
// that fires late, a core that is busy. At 0.2 ms in the 99th percentile the network's part of an exchange is
// still right to a few tenths of a millisecond, which is what the calibration promises. One late packet of
// many is ordinary and stays inside the noise that twins show; so the percentile, not the largest. A block of
// fewer than a hundred packets has no 99th percentile of its own: there it is the largest. Slow networks are
// the ones with such blocks, and there 0.2 ms is less than anybody can see: every exchange lasts a round trip
// or more, so that a packet which is late by a five-hundredth of that moves it by 0.2 % at most, a fifth of
// what twins differ by and of what the calibration lets the round trip itself be off. So much is allowed from
// round trips of 100 ms on (0.6 ms over 3g); below, where packets are many and exchanges short, it is 0.2 ms
// as ever.
//
// Late packets are not yet wrong figures: wire and queue go by the model's instants, so what is late for one
// packet is not added to the next, and an exchange is late by its packets in a row only, two for each of its
// round trips. Where mean lateness times those comes to less than 1 % of the block's shortest exchanges, the
// block counts. This is what an ordinary user has, whose emulator no scheduler prefers: over 10mbit on two
// busy cores one packet in a hundred was more than 1.5 ms late and the mean was below 0.1, which is 0.4 % of
// exchanges of 300 ms, and much of those of 5 ms.
//
// Stalls. A heartbeat sleeps in the emulator's process and says by how much it overslept; it tells of a
// machine that stands still (a hypervisor that takes the cores away, a suspended host) also where nothing of
// a packet falls due. Client, server and emulator stand on the same few cores, so a heartbeat that waits for
// its turn is the exchange's own work and no disturbance. Measured on two cores in windows of 200 ms: with
// 100 kB answers without a pause and two processes that decode 4 MB of JSON 80 % of the time, on a machine
// that builds other things meanwhile (load 9), the worst of 225 windows was 9 ms, nine in ten were below 2;
// without the right to real-time priority nine in ten were below 14. Twenty is beyond that, and what stands
// still for less shows as lateness.

import type { LinkAudit } from './link-facts.ts';
import type { NetworkProfile } from './profile.ts';

const LATENESS_MS_P99_MOST = 0.2;
const LATENESS_SHARE_OF_RTT = 0.002;
export const STALL_MS_MOST = 20;
/**
 * As a share of the block's shortest exchanges. It is below every difference that is reported (the least
 * margin is 2 %).
 */
const EFFECT_SHARE_MOST = 0.01;
/** Rounds of slow start that wait for acknowledgements: 10 · 2⁸ segments are 3.7 MB. */
const ROUNDS_MOST = 8;

export type AuditCause = 'late' | 'stalled' | 'unknown';

/** How late the 99th percentile of a block's packets may be, ms. */
export function latenessMsMost({ rttMs }: Pick<NetworkProfile, 'rttMs'>): number {
  return Math.max(LATENESS_MS_P99_MOST, LATENESS_SHARE_OF_RTT * rttMs);
}

/** The share by which lateness may have lengthened an exchange of that time. */
export function latenessShare(
  { latenessMsMean }: Pick<LinkAudit, 'latenessMsMean'>,
  { rttMs }: Pick<NetworkProfile, 'rttMs'>,
  exchangeMs: number,
): number {
  const rounds = 1 + Math.min(ROUNDS_MOST, rttMs > 0 ? exchangeMs / rttMs : ROUNDS_MOST);
  return (2 * rounds * latenessMsMean) / exchangeMs;
}

/**
 * Why a block over that network must not count; null if it may. `shortestMs`: mean total of its shortest
 * cell.
 */
export function judgeAudit(
  audit: LinkAudit,
  network: Pick<NetworkProfile, 'rttMs'>,
  shortestMs: number,
): { readonly cause: AuditCause; readonly why: string } | null {
  const { incomplete, latenessMsP99, stallMsMax } = audit;
  if (incomplete) return { cause: 'unknown', why: 'the link no longer knows what its packets suffered' };
  if (stallMsMax > STALL_MS_MOST) return { cause: 'stalled', why: 'the machine stood still' };
  if (latenessMsP99 <= latenessMsMost(network)) return null;
  if (latenessShare(audit, network, shortestMs) <= EFFECT_SHARE_MOST) return null;
  return { cause: 'late', why: 'the link was late' };
}
