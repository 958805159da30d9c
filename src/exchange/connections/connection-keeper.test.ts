import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, ConnectionKeeper } from './connection-keeper.ts';
import { Http3Origins } from './http3-origins.ts';

const LOOPBACK = 'http://127.0.0.1:1';
const WARM: Asked = { targetUrl: LOOPBACK, secret: null, connection: 'warm', protocol: 'http1' };
const COLD: Asked = { targetUrl: LOOPBACK, secret: null, connection: 'cold', protocol: 'http1' };
const { signal } = new AbortController();
const begin = () => signal;

/**
 * A keeper and everything that was asked for, in order: its own requests by their URL, a cell's by their
 * name.
 */
function watched() {
  const log: string[] = [];
  let serial = 0;
  const get = async (url: string) => void log.push(url.replace(LOOPBACK, '').replace(/&serial=\d+$/, ''));
  const keeper = new ConnectionKeeper(get, () => serial++);
  const carryOut = (asked: Asked, name: string = asked.connection) =>
    keeper.carryOut(asked, begin, async () => log.push(name));
  return { keeper, log, carryOut };
}

const OPENING = '/bytes?n=0';
const CLOSING = '/bytes?n=0&connection=close';

test('an origin that was never asked is opened for a warm request and closed for a cold one', async () => {
  const { log, carryOut } = watched();
  await carryOut(WARM);
  await carryOut({ ...COLD, targetUrl: `${LOOPBACK}0` });
  assert.deepEqual(log, [OPENING, 'warm', `0${CLOSING}`, 'cold']);
});

test('warm and cold requests to one origin have an untimed request between them, and none among themselves', async () => {
  const { log, carryOut } = watched();
  for (const asked of [WARM, WARM, COLD, COLD, WARM, WARM]) await carryOut(asked);
  assert.deepEqual(log.slice(1), ['warm', 'warm', CLOSING, 'cold', 'cold', OPENING, 'warm', 'warm']);
});

test('cold requests to an origin of their own need nothing once it is known to be closed', async () => {
  const { log, carryOut } = watched();
  const apart: Asked = { ...COLD, targetUrl: 'http://10.201.1.3:1' };
  for (const asked of [WARM, apart, WARM, apart, apart, WARM]) await carryOut(asked);
  assert.equal(log.filter((one) => one.includes('/bytes')).length, 2);
});

test('after a request that failed nobody knows, so the next one asks for what it needs', async () => {
  const { keeper, log, carryOut } = watched();
  await carryOut(WARM);
  const failure = new Error('503');
  await assert.rejects(
    keeper.carryOut(WARM, begin, () => Promise.reject(failure)),
    failure,
  );
  await carryOut(WARM);
  await assert.rejects(keeper.carryOut(WARM, begin, () => Promise.reject(failure)));
  await carryOut(COLD);
  assert.deepEqual(log, [OPENING, 'warm', OPENING, 'warm', CLOSING, 'cold']);
});

test('after a pause open connections are doubted and closed ones are not', async () => {
  const { keeper, log, carryOut } = watched();
  const apart: Asked = { ...COLD, targetUrl: 'http://10.201.1.3:1' };
  await carryOut(WARM);
  await carryOut(apart);
  log.length = 0;
  keeper.doubtOpenOnes();
  await carryOut(apart);
  await carryOut(WARM);
  assert.deepEqual(log, ['cold', OPENING, 'warm']);
});

test('where an untimed request fails the exchange fails with it, and is not carried out', async () => {
  const keeper = new ConnectionKeeper(
    () => Promise.reject(new Error('refused')),
    () => 0,
  );
  const log: string[] = [];
  await assert.rejects(
    keeper.carryOut(COLD, begin, async () => log.push('cold')),
    /refused/,
  );
  assert.deepEqual(log, []);
});

test('every untimed request has a serial number of its own', async () => {
  const urls: string[] = [];
  let serial = 7;
  const keeper = new ConnectionKeeper(
    async (url) => void urls.push(url),
    () => serial++,
  );
  for (const asked of [WARM, COLD, WARM]) await keeper.carryOut(asked, begin, async () => null);
  assert.deepEqual(
    urls.map((url) => url.slice(url.indexOf('&serial'))),
    ['&serial=7', '&serial=8', '&serial=9'],
  );
});

test('what one thread left open tells nothing of the connections of another', async () => {
  const { keeper, log, carryOut } = watched();
  const inWorker = async (url: string) =>
    void log.push(`worker ${url.replace(/^.*\?/, '').replace(/&.*/, '')}`);
  const carryOutThere = () => keeper.carryOut(WARM, begin, async () => log.push('warm there'), inWorker);
  await carryOut(WARM);
  await carryOutThere();
  await carryOutThere();
  await carryOut(WARM);
  assert.deepEqual(log, [OPENING, 'warm', 'worker n=0', 'warm there', 'warm there', OPENING, 'warm']);
});

test('what a request may take is reckoned from the end of its gap', async () => {
  const { keeper, carryOut } = watched();
  const paced = { ...WARM, leastGapMs: 40 };
  await carryOut(paced);
  const askedMs = performance.now();
  let beganMs = askedMs;
  const beginLate = () => {
    beganMs = performance.now();
    return signal;
  };
  assert.equal(await keeper.carryOut(paced, beginLate, async (given) => given), signal);
  assert.ok(beganMs - askedMs >= 30, `${beganMs - askedMs} ms after it was asked for`);
});

const COLD_H3: Asked = { ...COLD, protocol: 'h3' };

test('over HTTP/3 an origin is reached first, and a cold request waits for the connection before it to be gone', async () => {
  const log: string[] = [];
  let atMs = 0;
  const spoken = ['h2', 'h2', 'h3'];
  const habits = { mostToReach: 8, lingersMs: (fastestMs: number) => 100 + 5 * fastestMs };
  const http3 = new Http3Origins(
    habits,
    () => atMs,
    async (ms) => {
      log.push(`${ms} ms`);
      atMs += ms;
    },
    () => spoken.shift(),
  );
  const get = async (url: string) => {
    atMs += 10;
    log.push(url.replace(LOOPBACK, '').replace(/&serial=\d+$/, ''));
  };
  const keeper = new ConnectionKeeper(get, () => 0, http3);
  const cold = (tookMs: number) =>
    keeper.carryOut(COLD_H3, begin, async () => {
      atMs += tookMs;
      log.push('cold');
    });
  await cold(30);
  await cold(40);
  atMs += 1_000;
  await cold(20);
  const reaching = [OPENING, '10 ms', OPENING, '20 ms', OPENING];
  assert.deepEqual(log, [...reaching, CLOSING, '150 ms', 'cold', '150 ms', 'cold', 'cold']);
});

test('an origin that nobody reaches over HTTP/3 is asked so often, once, and then as any', async () => {
  const log: string[] = [];
  const habits = { mostToReach: 3, lingersMs: () => 0 };
  const slept = async () => {};
  const http3 = new Http3Origins(
    habits,
    () => 0,
    slept,
    () => 'h2',
  );
  const get = async (url: string) => void log.push(url.replace(LOOPBACK, '').replace(/&serial=\d+$/, ''));
  const keeper = new ConnectionKeeper(get, () => 0, http3);
  const failing = () => keeper.carryOut(COLD_H3, begin, () => Promise.reject(new Error('it went over h2')));
  await assert.rejects(failing());
  await assert.rejects(failing());
  assert.deepEqual(log, [OPENING, OPENING, OPENING, CLOSING, CLOSING]);
});

test('a cell with a gap asks no sooner, whoever asked before for one; other cells wait for nobody', async () => {
  const { carryOut } = watched();
  const paced = { ...WARM, leastGapMs: 40 };
  const beganMs = performance.now();
  for (let i = 0; i < 3; i++) await carryOut(paced);
  const tookMs = performance.now() - beganMs;
  assert.ok(tookMs >= 2 * 40, `${tookMs} ms for two gaps`);
  const otherMs = performance.now();
  await carryOut(WARM);
  assert.ok(performance.now() - otherMs < 40);
});
