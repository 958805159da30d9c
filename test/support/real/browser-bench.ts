// What the tests of real browsers share: a page on loopback that reports back, and a proxy that writes down
// who is asked for.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumDriver } from '../../../src/drive/agents/chromium.ts';
import { firefoxDriver } from '../../../src/drive/agents/firefox.ts';
import type { DriveSettings } from '../../../src/drive/agents/open-agent.ts';
import { webkitDriver } from '../../../src/drive/agents/webkit.ts';
import type { AgentDriver } from '../../../src/drive/driver.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

export const SETTINGS: DriveSettings = {
  nodePath: process.execPath,
  projectRoot: ROOT,
  env: process.env,
  tempDir: tmpdir(),
  isRoot: process.getuid?.() === 0,
};

/** The three browsers, and the folder of their profiles. */
export function realBrowsers(settings = SETTINGS): { drivers: AgentDriver[]; folder: string } {
  const guardian = createGuardian(settings.tempDir);
  const drivers = [chromiumDriver, firefoxDriver, webkitDriver].map((make) => make(settings, guardian));
  return { drivers, folder: guardian.folder() };
}

export interface Page {
  readonly url: string;
  /** What the page says of itself when its script has run: the query of its report. */
  report(name: string): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/**
 * Serves `script` on a cross-origin isolated page; the script calls `report({…})`. `?name=` tells pages
 * apart.
 */
export async function servePage(script: string): Promise<Page> {
  const reports = new Map<string, PromiseWithResolvers<URLSearchParams>>();
  const reportOf = (name: string) => {
    if (!reports.has(name)) reports.set(name, Promise.withResolvers());
    return reports.get(name)!;
  };
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    if (pathname === '/report') reportOf(searchParams.get('name') ?? '').resolve(searchParams);
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(pathname === '/' ? `<!doctype html><script>${REPORT}${script}</script>` : '');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    report: (name) => reportOf(name).promise,
    close: () => closeServer(server),
  };
}

const REPORT = `const report = (facts) => fetch('/report?' + new URLSearchParams({
  ...facts, name: new URLSearchParams(location.search).get('name') }));`;

export interface RecordingProxy {
  readonly port: number;
  /** Every host asked for, and the user agent that asked. */
  readonly requests: readonly { readonly host: string; readonly client: string }[];
  close(): Promise<void>;
}

/** Forwards plain HTTP to loopback, refuses everything else, and remembers every host that was asked for. */
export async function recordingProxy(): Promise<RecordingProxy> {
  const requests: { host: string; client: string }[] = [];
  const server = http.createServer((request, response) => {
    const { host, hostname, port, pathname, search } = new URL(request.url ?? '', 'http://nobody');
    requests.push({ host, client: request.headers['user-agent'] ?? '' });
    if (hostname !== '127.0.0.1') {
      response.writeHead(502).end();
      return;
    }
    const options = {
      hostname,
      port,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
    };
    const onwards = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.writeHead(502).end());
    request.pipe(onwards);
  });
  server.on('connect', (request, socket) => {
    requests.push({ host: request.url ?? '', client: request.headers['user-agent'] ?? '' });
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listen(server);
  return { port, requests, close: () => closeServer(server) };
}

function listen(server: http.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: http.Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
