// Bytes of an answer's head, as HTTP/1.1 writes it. Browsers do not tell (transferSize is the body plus a constant),
// so the lab asks for each cell once itself and counts.

import { get, type IncomingMessage } from 'node:http';
import type { CellSpec } from '../wire/agent-protocol.ts';
import { exchangeUrl } from '../wire/target-contract.ts';

export async function headerBytesOf(spec: CellSpec): Promise<number> {
  const query = { ...spec, codec: spec.encoder, compute: 'none', close: true, opaque: false };
  return new Promise((resolve, reject) => {
    const request = get(exchangeUrl(spec.targetUrl, query, 0), { agent: false }, (response) => {
      resolve(bytesOfHead(response));
      response.destroy();
    });
    request.on('error', reject);
  });
}

function bytesOfHead(response: IncomingMessage): number {
  const statusLine = `HTTP/${response.httpVersion} ${response.statusCode} ${response.statusMessage}\r\n`;
  let bytes = Buffer.byteLength(statusLine, 'latin1') + 2;
  for (let i = 0; i < response.rawHeaders.length; i += 2) {
    bytes += Buffer.byteLength(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}\r\n`, 'latin1');
  }
  return bytes;
}
