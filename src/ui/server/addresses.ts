// Where this machine and other devices find this machine.

import { networkInterfaces } from 'node:os';

export const LOOPBACK = '127.0.0.1';

/** IPv4 addresses of this machine, loopback left out. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
