// A port for a program that has to be told one, and listens there later.

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** Above the ports that services are known by and those that browsers refuse. */
const LOWEST = 20_000;
const FEWEST = 1_000;
const ATTEMPTS = 50;

/**
 * Free at this moment, and no port that the system gives to whoever asks for any one: between our finding it
 * free and the program's listening there, a connection or another program's server would take it — and would
 * then be taken for the program. Throws the system's error where nobody can listen at `host`.
 */
export async function freePort(host: string): Promise<number> {
  const end = firstGivenOut();
  if (end - LOWEST < FEWEST) return listened(0, host);
  for (let attempt = 1; ; attempt++) {
    try {
      return await listened(randomInt(LOWEST, end), host);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === ATTEMPTS) throw thrown;
    }
  }
}

/** The lowest of the ports that the system gives to whoever asks for any one; 0 where it does not say. */
function firstGivenOut(): number {
  try {
    return Number(/^\d+/.exec(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'))?.[0] ?? 0);
  } catch {
    // Not Linux.
    return 0;
  }
}

function listened(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}
