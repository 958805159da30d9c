import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { AgentDriver, RunningTarget, Trust } from '../../../src/drive/driver.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { once } from '../../../src/drive/processes/once.ts';
import { type CertificateFiles, makeCertificate } from '../../../src/drive/targets/certificate.ts';
import { targetDriver } from '../../../src/drive/targets/target.ts';
import { ROOT, realBrowsers, servePage } from '../../support/real/browser-bench.ts';

// The real target over HTTPS and HTTP/2 in the three browsers, started by the run's own drivers with a
// certificate of the run: what their Resource Timing tells of it, and that nothing of ours holds a large
// answer back.

const ONE_WAY_MS = 50;
const RTT_MS = 2 * ONE_WAY_MS;

const guardian = createGuardian(tmpdir());
const { drivers } = realBrowsers();
let certificate: CertificateFiles;
let target: RunningTarget;

before(async () => {
  certificate = await makeCertificate(guardian.folder(), [], new Date());
  const setup = { nodePath: process.execPath, dataDir: path.join(guardian.folder(), 'data'), guardian };
  const folder = path.join(ROOT, 'targets/node');
  const env = { PATH: process.env.PATH };
  const driver = targetDriver({ ...setup, folder, env, host: '127.0.0.1', port: 0, readyWithinMs: 15_000 });
  target = await driver.start({ largestN: 100, tls: certificate });
});
after(() => target.close());

/** A request as the page saw it; times in ms. */
interface Seen {
  readonly error?: string;
  readonly bytes: number;
  readonly protocol: string;
  readonly secure: boolean;
  readonly connectMs: number;
  readonly tlsMs: number;
  readonly waitMs: number;
  readonly transferMs: number;
}

/** Asks for the URLs of its query one after the other. */
const ASKING = `
  const seen = async (url) => {
    try {
      // What never comes is told, with what it is: an answer, or the browser's own record of it.
      const body = await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).arrayBuffer();
      const lateMs = performance.now() + 20_000;
      let entry;
      while ((entry = performance.getEntriesByName(url)[0]) === undefined) {
        if (performance.now() > lateMs) throw new Error('no Resource Timing of ' + url);
        await new Promise((go) => setTimeout(go, 5));
      }
      const secure = entry.secureConnectionStart > 0;
      const tlsMs = secure ? entry.connectEnd - entry.secureConnectionStart : 0;
      return { bytes: body.byteLength, protocol: entry.nextHopProtocol, secure, tlsMs,
        connectMs: entry.connectEnd - entry.connectStart - tlsMs,
        waitMs: entry.responseStart - entry.requestStart, transferMs: entry.responseEnd - entry.responseStart };
    } catch (error) {
      return { error: String(error) };
    }
  };
  (async () => {
    const urls = new URLSearchParams(location.search).getAll('url');
    const all = [];
    for (const url of urls) all.push(await seen(url));
    report({ all: JSON.stringify(all) });
  })();`;

async function asked(driver: AgentDriver, urls: readonly string[], trusted = true): Promise<Seen[]> {
  const page = await servePage(ASKING);
  const query = new URLSearchParams([['name', driver.name], ...urls.map((url) => ['url', url])]);
  const authorities = [...new Set(urls.map((url) => new URL(url).host))];
  const trust: Trust | null = trusted ? { ...certificate, authorities } : null;
  const agent = await driver.open(`${page.url}?${query}`, { trust });
  try {
    const ended = agent.exited.then(({ lastWords }) => assert.fail(`${driver.name} ended: ${lastWords}`));
    const facts = await Promise.race([page.report(driver.name), ended]);
    ended.catch(() => {});
    return JSON.parse(facts.get('all') ?? '[]') as Seen[];
  } finally {
    await agent.close();
    await page.close();
  }
}

/** Asked by one browser: each has a port, and so connections, of its own. */
const PROTOCOLS = [
  { name: 'https1', alpn: 'http/1.1' },
  { name: 'h2', alpn: 'h2' },
] as const;

const PATHS = [
  '/exchange?dataset=book&n=100&format=json&serial=1',
  '/exchange?dataset=book&n=100&format=json&serial=2',
  '/bytes?n=1000&connection=close&serial=3',
  '/bytes?n=0&serial=4',
  '/bytes?n=0&connection=close&serial=5',
  '/bytes?n=0&serial=6',
];
const COLD = [0, 3, 5];

/** Three connections that are opened anew, and two large answers. */
const WAYS = [
  'n=0&connection=close&serial=0',
  'n=0&connection=close&serial=1',
  'n=0&connection=close&serial=2',
  'n=1000000&serial=3',
  'n=1000000&serial=4',
];

interface SeenByOne {
  /** `PATHS` of each protocol. */
  readonly near: readonly Seen[];
  /** `WAYS` of each protocol. */
  readonly far: readonly Seen[];
  /** What it offers a server over HTTPS. */
  readonly offered: IncomingHttpHeaders;
  /** Of a server with a certificate that is not the run's; WebKitGTK can only be told to trust every one. */
  readonly foreign: Seen | null;
}

/** All that a browser asks with the run's certificate, by one start of it. */
async function askedByOne(driver: AgentDriver): Promise<SeenByOne> {
  const closing: (() => void)[] = [];
  const scope = { after: (done: () => void) => void closing.push(done) };
  try {
    const near = PROTOCOLS.flatMap(({ name }) =>
      PATHS.map((each) => `https://127.0.0.1:${target.ports[name]}${each}`),
    );
    const ports = await Promise.all(PROTOCOLS.map(({ name }) => distant(target.ports[name]!, scope)));
    const far = ports.flatMap((port) => WAYS.map((way) => `https://127.0.0.1:${port}/bytes?${way}`));
    const offered = Promise.withResolvers<IncomingHttpHeaders>();
    const own = await serving(certificate, offered.resolve, scope);
    const isTold = driver.name !== 'webkit';
    const other = isTold
      ? await serving(await makeCertificate(guardian.folder(), [], new Date()), () => {}, scope)
      : [];
    const all = await asked(driver, [...near, ...far, ...own, ...other]);
    return {
      near: all.slice(0, near.length),
      far: all.slice(near.length, near.length + far.length),
      offered: await offered.promise,
      foreign: isTold ? all.at(-1)! : null,
    };
  } finally {
    for (const done of closing) done();
  }
}

/** The URLs of a server with that certificate: one. */
async function serving(
  { keyFile, certFile }: CertificateFiles,
  seen: (headers: IncomingHttpHeaders) => void,
  scope: { after(done: () => void): void },
): Promise<string[]> {
  const tls = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
  const server = createServer(tls, (request, response) => {
    seen(request.headers);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
  });
  scope.after(() => server.close());
  scope.after(() => server.closeAllConnections());
  return [`https://127.0.0.1:${await listening(server)}/`];
}

for (const driver of drivers) {
  const whole = once(() => askedByOne(driver));

  test(`${driver.name} speaks HTTPS and HTTP/2 with a target of the run, cold and warm as asked`, async () => {
    const { near } = await whole();
    assert.equal(near.length, PROTOCOLS.length * PATHS.length);
    for (const [place, { name, alpn }] of PROTOCOLS.entries()) {
      const all = near.slice(place * PATHS.length, (place + 1) * PATHS.length);
      for (const [index, seen] of all.entries()) {
        const what = `${driver.name} ${name} ${PATHS[index]}: ${JSON.stringify(seen)}`;
        assert.equal(seen.error, undefined, what);
        assert.equal(seen.protocol, alpn, what);
        if (!COLD.includes(index)) assert.deepEqual([seen.connectMs, seen.tlsMs], [0, 0], what);
        else assert.ok(seen.secure && seen.connectMs > 0 && seen.tlsMs > 0.2, what);
      }
      assert.deepEqual(all.map(({ bytes }) => bytes).slice(2), [1_000, 0, 0, 0]);
    }
  });

  test(`${driver.name} shows one round trip of TLS 1.3, and 1 MB over 100 ms arrives without waiting for windows`, async () => {
    const { far } = await whole();
    assert.equal(far.length, PROTOCOLS.length * WAYS.length);
    for (const [place, { name }] of PROTOCOLS.entries()) {
      const all = far.slice(place * WAYS.length, (place + 1) * WAYS.length);
      const told = `${driver.name} ${name}: ${JSON.stringify(all)}`;
      for (const { error } of all) assert.equal(error, undefined, told);
      // The least of several: a stall of the machine makes a handshake longer, nothing makes it shorter.
      const leastTlsMs = Math.min(...all.slice(0, 4).map(({ tlsMs }) => tlsMs));
      assert.ok(leastTlsMs >= RTT_MS - 1 && leastTlsMs < 1.9 * RTT_MS, told);
      // With a window of 64 kB it would be fifteen round trips more.
      const leastMs = Math.min(...all.slice(3).map(({ waitMs, transferMs }) => waitMs + transferMs));
      assert.ok(leastMs >= RTT_MS - 1 && leastMs < 5 * RTT_MS, told);
    }
  });

  test(`${driver.name} offers brotli over HTTPS, Chromium and Firefox zstd too`, async () => {
    const { offered } = await whole();
    const codings = String(offered['accept-encoding']).split(', ');
    const wanted = driver.name === 'webkit' ? ['gzip', 'br'] : ['gzip', 'br', 'zstd'];
    assert.deepEqual(
      wanted.filter((each) => !codings.includes(each)),
      [],
      codings.join(),
    );
  });

  test(`${driver.name} without the run's certificate gets nothing`, async () => {
    const [seen] = await asked(driver, [`https://127.0.0.1:${target.ports.h2}/bytes?n=0`], false);
    assert.match(seen?.error ?? 'nothing went wrong', /TypeError/);
  });

  if (driver.name === 'webkit') continue;
  test(`${driver.name} trusts the run's certificate and no other`, async () => {
    const { foreign } = await whole();
    assert.match(foreign?.error ?? 'nothing went wrong', /TypeError/);
  });
}

/** A port that leads to that one, ONE_WAY_MS away in each direction and as wide as loopback. */
async function distant(port: number, t: { after(done: () => void): void }): Promise<number> {
  const open = new Set<net.Socket>();
  const later = (from: net.Socket, to: net.Socket) => {
    open.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), ONE_WAY_MS));
    from.on('error', () => to.destroy());
    from.on('close', () => setTimeout(() => to.destroy(), ONE_WAY_MS));
  };
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    later(near, far);
    later(far, near);
  });
  t.after(() => server.close());
  t.after(() => open.forEach((socket) => void socket.destroy()));
  return listening(server);
}

function listening(server: net.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
  });
}
