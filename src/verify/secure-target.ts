// Where a target listens for HTTPS and HTTP/2, and the certificate that it was given.

import { readFile } from 'node:fs/promises';
import type { RunningTarget } from '../drive/driver.ts';
import type { Protocol } from '../factors/protocol.ts';

export type SecureProtocol = Exclude<Protocol, 'http1' | 'h3'>;

export const SECURE_PROTOCOLS: readonly SecureProtocol[] = ['https1', 'h2'];

export interface SecureTarget {
  /** PEM; nothing else is trusted. */
  readonly certificate: string;
  /** At least one. */
  readonly ports: Readonly<Partial<Record<SecureProtocol, number>>>;
  /** Absent where it has none. */
  readonly http3Port?: number;
}

/** null where it has neither or was started without a certificate. */
export async function findSecureTarget(
  { ports: { https1, h2, h3 } }: RunningTarget,
  tls: { readonly certFile: string } | null,
): Promise<SecureTarget | null> {
  if (tls === null || (https1 === undefined && h2 === undefined)) return null;
  const certificate = await readFile(tls.certFile, 'utf8');
  return {
    certificate,
    ports: { ...(https1 === undefined ? {} : { https1 }), ...(h2 === undefined ? {} : { h2 }) },
    ...(h3 !== undefined && { http3Port: h3 }),
  };
}
