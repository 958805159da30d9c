// While a run lasts, other pages are open in the same browser: a real Chromium, the real target with
// somebody's own data, a front before somebody's API, a page of another site, and a site whose name was made
// to lead to either.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createRelay } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { realDrivers } from '../../../src/drive/catalogue.ts';
import type { Drivers, RunningTarget } from '../../../src/drive/driver.ts';
import { storeOwnData } from '../../../src/verify/own-data.ts';
import { SETTINGS } from '../../support/real/browser-bench.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';
const SITE = 'rebound.example';

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-foreign-'));
const clock = { nowMs: () => performance.now(), date: () => new Date() };

let browser: Browser;
let drivers: Drivers;
let target: RunningTarget;
/** Whose origin may read. */
let own: Server;
let foreign: Server;
let relay: Awaited<ReturnType<typeof relayTo>>;

before(async () => {
  own = await emptyPages();
  foreign = await emptyPages();
  drivers = realDrivers({ ...SETTINGS, dataDir: path.join(dir, 'cache'), clock, tell: () => {} });
  target = await drivers.target('node').start({
    largestN: 10,
    datasets: ['book'],
    payloads: storeOwnData(dir).map(({ folder }) => folder),
    readers: { origin: originOf(own), hosts: [] },
  });
  relay = await relayTo(target.port);
  browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${SITE} 127.0.0.1`],
    headless: true,
  });
});
after(async () => {
  await browser?.close();
  await target?.close();
  for (const server of [own, foreign]) {
    server?.close();
    server?.closeAllConnections();
  }
  relay?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function emptyPages(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Leads to the target's port, and counts the questions of browsers about what they may send. Until `rebound`
 * it answers with a page of its own: so a site looks whose name is made to lead somewhere else.
 */
async function relayTo(port: number) {
  let preflights = 0;
  const page = await emptyPages();
  const state = { leadsTo: port };
  const server = createRelay((socket) => {
    const there = connect(state.leadsTo, '127.0.0.1');
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1').startsWith('OPTIONS ')) preflights++;
    });
    socket.on('error', () => there.destroy()).on('close', () => there.destroy());
    there.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    preflights: () => preflights,
    /** Connections from now on go to the site's own page, or to the target. */
    lead: (to: 'site' | 'target') => {
      state.leadsTo = to === 'target' ? port : (page.address() as AddressInfo).port;
      page.closeAllConnections();
    },
    close: () => {
      server.close();
      page.close();
      page.closeAllConnections();
    },
  };
}

interface Gained {
  /** What was read, by what was asked; null where nothing was. */
  readonly read: Readonly<Record<string, string | null>>;
  /** Answers that could not be read, of which the browser tells sizes or the server's times. */
  readonly told: readonly string[];
  readonly socketOpened: boolean;
}

/** All that a page can try at a target, with what it believes to be the secret. */
async function gainedBy(page: Page, targetUrl: string, secret: string | null): Promise<Gained> {
  return page.evaluate(
    async (targetUrl, secret) => {
      const urlOf = (pathAndQuery: string) =>
        targetUrl + pathAndQuery + (secret === null ? '' : `&secret=${secret}`);
      const asked: [method: string, path: string][] = [
        ['GET', '/about?'],
        ['GET', '/exchange?dataset=own-list&n=3&format=json'],
        ['GET', '/exchange?dataset=book&n=3&format=json&compression=gzip&level=6'],
        ['GET', '/dictionary?dataset=own-list&format=json'],
        ['GET', '/bytes?n=10'],
        ['GET', '/stream?messages=1'],
        ['POST', '/sequence?'],
      ];
      const read: Record<string, string | null> = {};
      for (const [method, path] of asked) {
        const body = method === 'POST' ? '{}' : null;
        const answer = await fetch(urlOf(path), { method, body }).catch(() => null);
        read[`${method} ${path}`] = answer === null ? null : `${answer.status} ${await answer.text()}`;
        if (method === 'GET') await fetch(urlOf(path), { mode: 'no-cors' }).catch(() => null);
      }
      const event = await new Promise<string | null>((resolve) => {
        const source = new EventSource(urlOf('/events?messages=1'));
        const end = (data: string | null) => {
          source.close();
          resolve(data);
        };
        source.onmessage = ({ data }) => end(data);
        source.onerror = () => end(null);
      });
      const socketOpened = await new Promise<boolean>((resolve) => {
        const socket = new WebSocket(urlOf('/socket?').replace(/^http/, 'ws'));
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const told = entries.filter(({ name }) => name.startsWith(targetUrl) && !name.includes('/about'));
      return {
        read: { ...read, 'GET /events?messages=1': event },
        told: told
          .filter(({ encodedBodySize, serverTiming }) => encodedBodySize > 0 || serverTiming.length > 0)
          .map(({ name }) => name),
        socketOpened,
      };
    },
    targetUrl,
    secret,
  );
}

const GUESS = 'f'.repeat(32);

test('the page that measures reads all with the secret, and asks nothing beforehand', async () => {
  const page = await browser.newPage();
  await page.goto(originOf(own));
  const { read, socketOpened } = await gainedBy(page, `http://127.0.0.1:${relay.port}`, target.secret);
  assert.equal(JSON.parse(read['GET /exchange?dataset=own-list&n=3&format=json']!.slice(4)).length, 3);
  assert.match(read['GET /bytes?n=10']!, /^200 /);
  assert.match(read['POST /sequence?']!, /^400 .*direction/, 'an empty order is refused for what it lacks');
  for (const [what, answer] of Object.entries(read)) assert.ok(answer !== null, what);
  assert.equal(socketOpened, true);
  assert.equal(relay.preflights(), 0, 'no request of ours is one that a browser asks about');
  await page.close();
});

test('a page of another site reads nothing, whether it guesses or not', async () => {
  const page = await browser.newPage();
  await page.goto(originOf(foreign));
  for (const secret of [null, GUESS]) {
    const { read, told, socketOpened } = await gainedBy(page, target.url, secret);
    for (const [what, answer] of Object.entries(read)) assert.equal(answer, null, what);
    assert.deepEqual(told, []);
    assert.equal(socketOpened, false);
  }
  // Did it know the secret, it could not read what it asked for either.
  const { read } = await gainedBy(page, target.url, target.secret);
  for (const [what, answer] of Object.entries(read)) assert.equal(answer, null, what);
  await page.close();
});

test('the very page that may read gets nothing but what the target is without the secret', async () => {
  const page = await browser.newPage();
  await page.goto(originOf(own));
  const { read, socketOpened } = await gainedBy(page, target.url, GUESS);
  const gained = Object.entries(read).filter(([, answer]) => answer !== null);
  assert.deepEqual(
    gained.map(([what]) => what),
    ['GET /about?'],
  );
  assert.equal(socketOpened, false);
  await page.close();
});

test('a site whose name is made to lead to the target is told 421, even where it knows the secret', async () => {
  relay.lead('site');
  const page = await browser.newPage();
  const site = `http://${SITE}:${relay.port}`;
  await page.goto(site);
  assert.equal(await page.evaluate(() => document.title), 'page');
  relay.lead('target');
  for (const secret of [null, target.secret]) {
    const { read, socketOpened } = await gainedBy(page, site, secret);
    for (const [what, answer] of Object.entries(read))
      assert.ok(answer === null || /^421 .*"status":421/.test(answer), `${what}: ${answer}`);
    assert.match(read['GET /about?']!, /^421 /, 'it is the target that answers');
    assert.equal(socketOpened, false);
  }
  await page.close();
});

test('what a front hands on of somebody’s API is read by the page that measures, and by no other', async () => {
  let asked = 0;
  const api = createServer((_request, response) => {
    asked++;
    response.setHeader('Content-Type', 'application/json').end('[{"id":1}]');
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const upstream = {
    url: `${originOf(api)}/orders`,
    headers: { authorization: 'Bearer hidden-1' },
    address: '127.0.0.1',
    protocol: 'http1',
    insecure: false,
  } as const;
  const front = await drivers
    .front({ name: 'api', upstream, dataset: 'answer', perSecond: null, total: null, holdsSpare: true })
    .start({ largestN: 1, readers: { origin: originOf(own), hosts: [] } });
  const rebound = await relayTo(front.port);
  try {
    const page = await browser.newPage();
    const gainedAt = async (origin: string, secret: string | null) => {
      await page.goto(origin);
      return gainedBy(page, front.url, secret);
    };
    const answer = 'GET /exchange?dataset=own-list&n=3&format=json';
    const measuring = await gainedAt(originOf(own), front.secret);
    assert.equal(measuring.read[answer], '200 [{"id":1}]');
    const askedBefore = asked;
    for (const secret of [null, GUESS]) {
      const { read, told, socketOpened } = await gainedAt(originOf(foreign), secret);
      for (const [what, text] of Object.entries(read)) assert.equal(text, null, what);
      assert.deepEqual([told, socketOpened], [[], false]);
    }
    const guessed = Object.entries((await gainedAt(originOf(own), GUESS)).read);
    assert.deepEqual(
      guessed.filter(([, text]) => text !== null).map(([what]) => what),
      ['GET /about?'],
    );
    assert.equal(asked, askedBefore, 'without the secret nobody has the API asked');
    const knowing = await gainedAt(originOf(foreign), front.secret);
    for (const [what, text] of Object.entries(knowing.read)) assert.equal(text, null, what);

    rebound.lead('site');
    const site = `http://${SITE}:${rebound.port}`;
    await page.goto(site);
    rebound.lead('target');
    const { read } = await gainedBy(page, site, front.secret);
    assert.match(read['GET /about?']!, /^421 /);
    for (const [what, text] of Object.entries(read)) assert.ok(text === null || /^421 /.test(text), what);
    await page.close();
  } finally {
    rebound.close();
    await front.close();
    api.closeAllConnections();
    api.close();
  }
});
