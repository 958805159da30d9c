// Where a target has HTTP/3, QUIC is there, and browsers that come by TCP are told. The suite has no client
// of HTTP/3: what the answers hold is for the browser to say that every cell is checked with before it is
// timed.

import { requestUrl } from '../../../wire/target-contract.ts';
import type { Check } from '../../check.ts';
import { h2Client } from '../../clients/h2-client.ts';
import { QUIC_V1, quicVersions } from '../../clients/quic-versions.ts';

export const http3Offered: Check = {
  name: 'http3-offered',
  must: 'HTTP/3: QUIC version 1 is spoken at the UDP port, and HTTP/2 at the same number names it in Alt-Svc',
  run: async ({ about, secure, address, clock, timeoutMs }) => {
    const port = secure?.http3Port;
    if (secure === null || port === undefined || !about.features.protocols?.includes('h3'))
      return { skipped: 'HTTP/3: it has none, or was given no certificate' };
    const { hostname } = new URL(address.targetUrl);
    const findings: string[] = [];
    const versions = await quicVersions(hostname, port, Math.min(timeoutMs, QUIC_WITHIN_MS));
    if (versions === null) findings.push(`nothing speaks QUIC at UDP port ${port}`);
    else if (!versions.includes(QUIC_V1)) findings.push(`QUIC at UDP port ${port} has no version 1`);
    const targetUrl = `https://${hostname}:${port}`;
    const client = h2Client({ ...address, targetUrl }, secure.certificate, clock, timeoutMs);
    try {
      const { headers } = await client.get('/bytes?n=0');
      const told = String(headers['alt-svc'] ?? '');
      if (!told.includes(`h3=":${port}"`))
        findings.push(
          `Alt-Svc of ${requestUrl({ targetUrl, secret: null }, '/bytes')} is "${told}", without h3=":${port}"`,
        );
    } catch (error) {
      findings.push(`HTTP/2 at TCP port ${port}: ${(error as Error).message}`);
    } finally {
      client.close();
    }
    return { findings };
  },
};

/** It answers within a round trip; a datagram may be lost on a busy machine, and is sent again. */
const QUIC_WITHIN_MS = 5_000;
