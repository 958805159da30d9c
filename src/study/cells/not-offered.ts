// Compressions that a browser is certain not to ask for, whatever the machine: known before anything moves.
// All else is found out by the check of a cell, from what the client really offers to that origin.

import type { Cell } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { isOverQuic, isSecure } from '../../factors/protocol.ts';
import { needsDictionary } from '../../wire/target-contract.ts';
import type { PayloadRef } from '../study.ts';

/**
 * Content codings that browsers keep to origins whose traffic no middlebox can touch: HTTPS and, some of
 * them, loopback.
 */
const SECURE_ONLY = ['br', 'zstd', 'dcz'];

/** What each offers them to besides HTTPS. */
const OFFERS_TO_LOOPBACK: Readonly<Record<string, boolean>> = {
  chromium: true,
  firefox: true,
  webkit: false,
};

/** Clients that offer zstd nowhere. */
const WITHOUT_ZSTD = ['webkit', 'node'];

/** Clients that keep dictionaries, as the lab starts them. */
const WITH_DICTIONARIES = ['chromium'];

/** Whether a browser is known to ask for it there: what advice chooses from. */
export function isOffered(
  factors: Pick<Cell, 'compression' | 'protocol' | 'network' | 'browser'>,
  modelled: boolean,
): boolean {
  if (factors.compression.coding === 'zstd' && WITHOUT_ZSTD.includes(factors.browser)) return false;
  if (needsDictionary(factors.compression.coding) && !WITH_DICTIONARIES.includes(factors.browser))
    return false;
  return notOfferedReason(factors, modelled) === null;
}

/** Of the browsers that people have: which take such an answer, and which do not. */
export function browsersThatTake(
  factors: Pick<Cell, 'compression' | 'protocol' | 'network'>,
  modelled: boolean,
): { readonly takes: readonly string[]; readonly not: readonly string[] } {
  const { takes = [], not = [] } = Object.groupBy(Object.keys(OFFERS_TO_LOOPBACK), (browser) =>
    isOffered({ ...factors, browser }, modelled) ? 'takes' : 'not',
  );
  return { takes, not };
}

/** `modelled`: networks are a model behind a loopback address, not packets to another one. */
export function notOfferedReason(
  factors: Pick<Cell, 'compression' | 'protocol' | 'network' | 'browser'>,
  modelled: boolean,
): string | null {
  const { compression, protocol, network, browser } = factors;
  const { coding } = compression;
  const toLoopback = OFFERS_TO_LOOPBACK[browser];
  if (toLoopback === undefined || isSecure(protocol) || !SECURE_ONLY.includes(coding)) return null;
  const isLoopback = network === NO_NETWORK || modelled;
  if (isLoopback && toLoopback) return null;
  const where = toLoopback ? 'HTTPS and loopback' : 'HTTPS';
  // What it offers nowhere is the check's to say.
  const nowhere = coding === 'dcz' ? !WITH_DICTIONARIES.includes(browser) : coding === 'zstd' && !toLoopback;
  return nowhere ? null : `${browser} offers ${coding} only to ${where}: use protocol https1 or h2`;
}

/** Why the model behind a loopback address cannot stand for the network; null where it can. */
export function notModelledReason({ network, protocol }: Pick<Cell, 'network' | 'protocol'>): string | null {
  if (network === NO_NETWORK || !isOverQuic(protocol)) return null;
  return 'a modelled link carries TCP alone, and HTTP/3 goes over UDP';
}

/** Why data without an answer from before cannot be sent so; null where they can. */
export function noDictionaryReason(
  { compression, dataset }: Pick<Cell, 'compression' | 'dataset'>,
  payloads: readonly PayloadRef[],
): string | null {
  const { coding } = compression;
  if (!needsDictionary(coding)) return null;
  const payload = payloads.find(({ name }) => name === dataset);
  if (payload?.dictionary !== undefined) return null;
  return `${coding} needs a dictionary: an earlier answer of data of your own, dataset: {file: …, dictionary: …}`;
}
