// The handshake: the right protocol for every client, the certificate given, and never a shortened one.

import { isExcepted } from '../../../wire/exceptions.ts';
import type { CheckContext } from '../../check.ts';
import { type Handshake, shakeHands } from '../../clients/handshake.ts';
import { type SecurePlace, secureCheck } from '../../secure-check.ts';

const ALPN = { https1: 'http/1.1', h2: 'h2' } as const;

export const tlsHandshake = secureCheck(
  'tls-handshake',
  'HTTPS and HTTP/2: TLS 1.3 with the certificate given, the protocol chosen by ALPN, no tickets, and no session is resumed',
  async (place, context) => {
    const findings: string[] = [];
    for (const version of ['TLSv1.3', 'TLSv1.2'] as const) {
      const first = await handshake(place, context, version, null).catch(String);
      if (typeof first !== 'string') findings.push(...(await judge(first, place, context, version)));
      // Nobody has to have the older one.
      else if (version === 'TLSv1.3') return [first];
    }
    return findings;
  },
);

async function judge(
  first: Handshake,
  place: SecurePlace,
  context: CheckContext,
  version: Version,
): Promise<string[]> {
  const findings: string[] = [];
  const wanted = ALPN[place.protocol];
  if (first.alpn !== wanted) findings.push(`${version}: offered h2 and http/1.1, it chose ${first.alpn}`);
  if (first.session === null || isExcepted(context.about, place.protocol, 'session-tickets')) return findings;
  // In TLS 1.2 what may be resumed is named within the handshake: no byte more.
  if (version === 'TLSv1.3') findings.push(`${version}: a session ticket was sent after the handshake`);
  const again = await handshake(place, context, version, first.session);
  if (again.resumed)
    findings.push(`${version}: a session was resumed: no whole handshake on a new connection`);
  return findings;
}

type Version = 'TLSv1.2' | 'TLSv1.3';

function handshake(
  { protocol, port, certificate, origin }: SecurePlace,
  { timeoutMs }: CheckContext,
  version: Version,
  session: Buffer | null,
): Promise<Handshake> {
  const host = new URL(origin).hostname;
  return shakeHands(protocol, { host, port, certificate, version, session, timeoutMs });
}
