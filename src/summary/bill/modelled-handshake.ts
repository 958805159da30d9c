// The handshake of a cold exchange over the modelled link. The browser's connect() ends at once, at the proxy
// on loopback, and what it sends then waits for as long as the handshake would take: its stamps show that
// wait inside TLS, or inside the wait for the first byte (that of cold empty exchanges too), and never as
// connect. The model says how long it is; taken from one item to the other, it changes nothing of what they
// add up to.

import { connectionOf } from '../../factors/cell.ts';
import type { Phase } from '../../items/items.ts';
import { handshakeMs } from '../../network/closed-form.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { PhaseTimes } from './cell-bill.ts';
import { isModelled } from './modelled-cells.ts';

/** Of one request of the cell, ms; 0 where connections are warm, or real. */
export function modelledHandshakeMs(run: RunFile, cell: PlannedCell): number {
  const { network } = cell.factors;
  if (connectionOf(cell.factors) === 'warm' || !isModelled(run, cell)) return 0;
  return handshakeMs(run.link!.networks.find(({ profile }) => profile.name === network)!.profile);
}

/**
 * Moves it to connect from TLS, or from network where there is none; answers the items that are now the
 * model's.
 */
export function moveModelledHandshake(times: PhaseTimes, ms: number): Phase[] {
  const holder = (times.tls ?? 0) > 0 ? 'tls' : 'network';
  const movedMs = Math.min(ms, times[holder] ?? 0);
  if (movedMs === 0) return [];
  times.connect = (times.connect ?? 0) + movedMs;
  times[holder] = times[holder]! - movedMs;
  return ['connect'];
}
