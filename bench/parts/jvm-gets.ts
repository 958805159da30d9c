// GETs over connections that are kept, for bench/jvm.ts: the same client for every server, so that only they
// differ.

import { Agent, get, type IncomingHttpHeaders } from 'node:http';

export interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
}

export interface Gets {
  one(url: string): Promise<Got>;
  /**
   * Makes that many requests, over all connections at once. Returns the ms that all took and the bytes of the
   * last body.
   */
  many(url: string, requests: number): Promise<{ readonly ms: number; readonly bytes: number }>;
  close(): void;
}

export function openGets(connections: number): Gets {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const one = (url: string) =>
    new Promise<Got>((resolve, reject) => {
      const request = get(url, { agent }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve({ headers: response.headers, bytes });
          else reject(new Error(`${url} answered ${response.statusCode}`));
        });
      });
      request.on('error', reject);
    });
  const many = async (url: string, requests: number) => {
    const sinceMs = performance.now();
    const got = await Promise.all(Array.from({ length: requests }, () => one(url)));
    return { ms: performance.now() - sinceMs, bytes: got.at(-1)!.bytes };
  };
  return { one, many, close: () => agent.destroy() };
}
