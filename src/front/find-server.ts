// Where a URL's server is, and what it speaks, found out before it is asked anything: its addresses, the one
// that answers, and by ALPN the protocol that a browser would speak to it.

import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Upstream } from '../wire/front.ts';
import { dialFor } from './dial.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** It is this machine's, though not by its loopback. */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));
}

/** All of the host's, in the order of the system. Rejects with the system's error. */
export async function addressesOf({ hostname }: URL): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/**
 * The first address that takes a connection, TLS included where the URL says so. Rejects with the error of
 * the first where none does.
 */
export async function reachServer(
  url: URL,
  addresses: readonly string[],
  insecure: boolean,
): Promise<Pick<Upstream, 'address' | 'protocol'>> {
  let first: unknown;
  for (const address of addresses) {
    try {
      const socket = await dialFor({ url: url.href, address, insecure }, null, ['h2', 'http/1.1'])();
      const chosen = 'alpnProtocol' in socket ? socket.alpnProtocol : false;
      socket.destroy();
      return { address, protocol: protocolFor(url, chosen) };
    } catch (thrown) {
      first ??= thrown;
    }
  }
  throw first;
}

function protocolFor({ protocol }: URL, chosen: string | false | null): Upstream['protocol'] {
  if (protocol === 'http:') return 'http1';
  return chosen === 'h2' ? 'h2' : 'https1';
}
