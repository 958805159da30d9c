// The handshake of a cold exchange over the modelled link. The browser's connect() ends at once, at the proxy on
// loopback, and what it sends then waits for as long as the handshake would take: its stamps show that wait inside TLS,
// or inside the wait for the first byte, and never as connect. The model says how long it is; that the items then add up
// shows that it was so.

import { handshakeMs } from '../network/closed-form.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { RunFile } from '../record/record.ts';
import type { Phase } from '../wire/sample.ts';

/** Of one request of the cell, ms; 0 where connections are warm, or real. */
export function modelledHandshakeMs({ link }: RunFile, { factors }: PlannedCell): number {
  if (factors.connection === 'warm') return 0;
  const network = link?.networks.find(({ profile }) => profile.name === factors.network);
  return network?.engine === 'modelled' ? handshakeMs(network.profile) : 0;
}

/** Puts it where it belongs, out of TLS where that holds it; answers the items that are now the model's. */
export function addModelledHandshake(found: Partial<Record<Phase, number>>, ms: number): Phase[] {
  if (ms === 0) return [];
  found.connect = (found.connect ?? 0) + ms;
  const tlsMs = found.tls ?? 0;
  if (tlsMs > 0) found.tls = Math.max(0, tlsMs - ms);
  return ['connect'];
}
