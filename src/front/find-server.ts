// Where a URL's server is, and what it speaks, found out before it is asked anything: its addresses, the one
// that answers, and by ALPN the protocol that a browser would speak to it.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { isLoopback } from '../base/loopback.ts';
import type { Upstream } from '../wire/front.ts';
import { dialFor } from './dial.ts';

/** The interfaces of a machine by their names. */
export type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address'>[] | undefined>
>;

/** It is this machine's, though not by its loopback. */
export function isOwnAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  if (isLoopback(address)) return false;
  return Object.values(interfaces).some((all) => all?.some((one) => one.address === address));
}

/** All of the host's, in the order of the system. Rejects with the system's error. */
export async function addressesOf({ hostname }: URL): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/**
 * The first address that takes a connection, each tried a moment after the one before, TLS included where the
 * URL says so. Rejects with the error of one at which somebody was, else of the first, where none does.
 */
export async function reachServer(
  url: URL,
  addresses: readonly string[],
  insecure: boolean,
): Promise<Pick<Upstream, 'address' | 'protocol'>> {
  const tries = addresses.map((address) => {
    const dial = dialFor({ url: url.href, address, insecure }, null, ['h2', 'http/1.1']);
    return async () => ({ address, socket: await dial() });
  });
  const { address, socket } = await firstToOpen(tries, (late) => late.socket.destroy());
  const chosen = 'alpnProtocol' in socket ? socket.alpnProtocol : false;
  socket.destroy();
  return { address, protocol: protocolFor(url, chosen) };
}

function protocolFor({ protocol }: URL, chosen: string | false | null): Upstream['protocol'] {
  if (protocol === 'http:') return 'http1';
  return chosen === 'h2' ? 'h2' : 'https1';
}

/** Of several addresses some may be dead (RFC 8305). */
const NEXT_AFTER_MS = 250;

/** Nobody was at that address. */
const NOBODY_THERE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ETIMEDOUT',
]);

function isNobodyThere(thrown: unknown): boolean {
  return NOBODY_THERE.has((thrown as NodeJS.ErrnoException | undefined)?.code);
}

/**
 * What the first try that succeeds gives; what others give later is handed to `close`. When all have failed
 * it rejects as the first does that found somebody: `localhost` is ::1 too, where few servers listen, and
 * what is wrong with the certificate at 127.0.0.1 is what has to be said. Else as the first of all.
 */
export function firstToOpen<T>(tries: readonly (() => Promise<T>)[], close: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let [begun, failed, isOver] = [0, 0, false];
    const failures: unknown[] = [];
    let next: NodeJS.Timeout | undefined;
    const begin = () => {
      clearTimeout(next);
      const index = begun;
      const act = tries[index];
      if (isOver || act === undefined) return;
      begun += 1;
      next = setTimeout(begin, NEXT_AFTER_MS);
      act().then(
        (opened) => {
          if (isOver) return close(opened);
          isOver = true;
          clearTimeout(next);
          resolve(opened);
        },
        (thrown: unknown) => {
          failed += 1;
          failures[index] = thrown;
          if (isOver) return;
          if (failed < tries.length) return begin();
          clearTimeout(next);
          reject(failures.find((each) => !isNobodyThere(each)) ?? failures[0]);
        },
      );
    };
    begin();
  });
}
