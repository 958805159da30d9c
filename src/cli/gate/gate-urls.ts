// A gate of two URLs: each is asked as it stands, over every network that a rule names.

import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { GATE_BUDGET, type Gate, isOfBytes } from '../../study/gate/gate-file.ts';
import { measureSettings } from '../measure/flags.ts';
import { type PlannedUrls, planUrls } from '../measure/measure.ts';

/** What a user lets a gate do beyond this machine, and how it asks. */
export interface UrlFlags {
  readonly header?: readonly string[];
  readonly yes?: boolean;
  readonly insecure?: boolean;
}

/** Throws a UserError with all that is wrong of the URLs, before anything is sent. */
export function planUrlGate(
  { base, head, browser, budget, rules }: Gate,
  { header, yes, insecure }: UrlFlags,
  host: Host,
  drivers: Drivers,
): Promise<PlannedUrls> {
  const isOfBytesAlone = rules.every(({ item }) => isOfBytes(item));
  const networks = new Set(rules.flatMap(({ where }) => [where.network ?? NO_NETWORK].flat()));
  const flags = {
    against: head,
    network: [...networks].join(','),
    budget: budget ?? GATE_BUDGET,
    ...(browser !== null && { browser }),
    ...(isOfBytesAlone && { browser: 'node' }),
    ...(header !== undefined && { header: [...header] }),
    ...(yes === true && { yes }),
    ...(insecure === true && { insecure }),
  };
  return planUrls(measureSettings(base, flags, host), host, drivers);
}
