// What is said around the code that sends data as advised: the same on a terminal, in a report and in the
// page, which has none of what makes the code.

import { listed } from '../../../base/figures/plurals.ts';
import type { HowToSend } from './how.ts';

export function howTitle({ way, networks }: Pick<HowToSend, 'way' | 'networks'>): string {
  const places = listed(networks.map((network) => (network === 'none' ? 'no network limit' : network)));
  return `How to send ${way} (${places})`;
}

/** A note, or why there is no code, as a sentence. */
export function howNote(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
}
