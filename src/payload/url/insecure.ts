// --insecure: any certificate is taken of servers on this machine's loopback, to which nobody stands between.

import { lookup } from 'node:dns/promises';
import { Agent } from 'undici';
import { UserError } from '../../base/errors.ts';
import { isLoopback } from '../../base/loopback.ts';
import { refusal } from '../findings.ts';

/** `own`: an address of this machine that others reach, where the server has one. */
export function insecureBeyondHere(label: string, own?: string): UserError {
  const what = '--insecure is for this machine’s loopback alone: there nobody stands between';
  return refusal(
    label,
    own === undefined
      ? what
      : `${what}; ${own} is this machine by an address that others reach, so ask https://127.0.0.1 instead`,
  );
}

/** What was said of a certificate of a server that is here, with what takes it. */
export function offeringInsecure(said: unknown): unknown {
  // Not where the server wants one of its client.
  if (!(said instanceof UserError) || !said.message.includes('its certificate')) return said;
  const advice = '--insecure takes any certificate of this machine’s own servers';
  return new UserError(said.problems.map((one) => ({ ...one, what: `${one.what}; ${advice}` })));
}

/** Throws a UserError where the server is not here, and the system's error where nobody knows. */
export async function agentForAnyCertificate(url: URL, label: string): Promise<Agent> {
  const found = await addressesOf(url);
  const [first] = found;
  if (first === undefined || !areHere(found)) throw insecureBeyondHere(label);
  return new Agent({
    connect: {
      rejectUnauthorized: false,
      // Where it was found, since a name may be elsewhere a moment later.
      lookup: (_, { all }, done) =>
        all === true ? done(null, found) : done(null, first.address, first.family),
    },
  });
}

export async function isHere(url: URL): Promise<boolean> {
  return addressesOf(url).then(areHere, () => false);
}

type Addresses = Awaited<ReturnType<typeof addressesOf>>;

function addressesOf({ hostname }: URL) {
  return lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
}

function areHere(found: Addresses): boolean {
  return found.every(({ address }) => isLoopback(address));
}
