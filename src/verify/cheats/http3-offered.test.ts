// Targets that list HTTP/3 and do not have it are caught.

import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { makeCertificate } from '../../drive/targets/certificate.ts';
import type { CheckContext } from '../check.ts';
import { http3Offered } from '../checks/protocols/http3-offered.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-http3-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What stands at the UDP port: versions of QUIC, or a socket that says nothing. */
async function listenUdp(port: number, versions: readonly number[] | null): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (packet, from) => {
    if (versions === null) return;
    const destinationEnd = 6 + packet[5]!;
    const source = packet.subarray(destinationEnd, destinationEnd + 1 + packet[destinationEnd]!);
    const destination = packet.subarray(5, destinationEnd);
    const listed = Buffer.alloc(4 * versions.length);
    for (const [i, version] of versions.entries()) listed.writeUInt32BE(version, 4 * i);
    socket.send(
      Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0]), source, destination, listed]),
      from.port,
      from.address,
    );
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

async function findingsOf(versions: readonly number[] | null, altSvc: (port: number) => string) {
  const { keyFile, certFile } = await makeCertificate(folder, ['127.0.0.1'], new Date());
  const certificate = readFileSync(certFile, 'utf8');
  let port = 0;
  const server = createSecureServer({ key: readFileSync(keyFile), cert: certificate }, (_, response) => {
    response.setHeader('Alt-Svc', altSvc(port));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const udp = await listenUdp(port, versions);
  try {
    const result = await http3Offered.run({
      about: { features: { protocols: ['http1', 'h3'] } },
      secure: { certificate, ports: {}, http3Port: port },
      address: { targetUrl: `http://127.0.0.1:${port}`, secret: null },
      clock: { nowMs: () => performance.now(), date: () => new Date() },
      timeoutMs: 1_000,
    } as unknown as CheckContext);
    assert.ok('findings' in result);
    return result.findings.map((finding) => finding.replaceAll(String(port), 'PORT'));
  } finally {
    udp.close();
    server.close();
  }
}

const RIGHT = (port: number) => `h3=":${port}"; ma=86400`;

test('a target with QUIC and Alt-Svc passes', async () => {
  assert.deepEqual(await findingsOf([0x6b3343cf, 1], RIGHT), []);
});

test('a UDP port where nobody speaks QUIC, or not version 1, is caught', async () => {
  assert.deepEqual(await findingsOf(null, RIGHT), ['nothing speaks QUIC at UDP port PORT']);
  assert.deepEqual(await findingsOf([0x6b3343cf], RIGHT), ['QUIC at UDP port PORT has no version 1']);
});

test('a target that names HTTP/3 nowhere, or elsewhere, is caught', async () => {
  const [nowhere] = await findingsOf([1], () => 'clear');
  assert.match(nowhere!, /Alt-Svc of .* is "clear", without h3=":PORT"/);
  const [elsewhere] = await findingsOf([1], (port) => `h3=":${port + 1}"`);
  assert.match(elsewhere!, /without h3=":PORT"/);
});
