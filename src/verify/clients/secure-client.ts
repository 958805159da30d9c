// A client for either protocol over TLS.

import type { CheckContext } from '../check.ts';
import type { SecurePlace } from '../secure-check.ts';
import { h2Client } from './h2-client.ts';
import { httpsClient, type Reply } from './http-client.ts';

export interface SecureClient {
  get(pathAndQuery: string): Promise<Reply>;
  close(): void;
}

/** One connection, kept until the server ends it. */
export function secureClient(
  { protocol, origin, certificate }: SecurePlace,
  { clock, timeoutMs, address: { secret } }: CheckContext,
): SecureClient {
  const make = protocol === 'h2' ? h2Client : httpsClient;
  return make({ targetUrl: origin, secret }, certificate, clock, timeoutMs);
}
