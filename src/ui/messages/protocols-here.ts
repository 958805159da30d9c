// Finds which of the target's protocols this page can use. HTTPS works only if the browser trusts the run's
// certificate, which the user must accept first.

import type { Protocol } from '../../factors/protocol.ts';
import { type LabFacts, targetOrigin } from '../lab-facts.ts';
import type { Offered } from './offers.ts';
import { PROTOCOLS } from './offers.ts';

/** Longer than any handshake on one machine. */
const WITHIN_MS = 3_000;

/**
 * Protocol → why not; those that are not named can be used. `ask` is null while nobody has looked at the
 * protocols: what the browser refuses it also complains of.
 */
export async function closedProtocols(
  facts: LabFacts,
  ask: ((url: string, init: RequestInit) => Promise<unknown>) | null,
): Promise<Offered['closed']> {
  const closed: Partial<Record<Protocol, string>> = {};
  for (const protocol of PROTOCOLS) {
    const origin = targetOrigin(facts, protocol);
    if (origin === null) closed[protocol] = `target ${facts.target.name} does not listen for it`;
    else if (protocol !== 'http1') {
      const url = `${origin}/about`;
      if (ask === null || !(await opens(url, ask)))
        closed[protocol] =
          `needs the certificate of this run accepted: open ${url} in this browser, then come back`;
    }
  }
  return closed;
}

async function opens(
  url: string,
  ask: (url: string, init: RequestInit) => Promise<unknown>,
): Promise<boolean> {
  try {
    await ask(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    return true;
  } catch {
    return false;
  }
}
