import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { jsonCell, type LittleTarget, littleTarget } from '../../../test/support/targets/little-target.ts';
import type { DataValue } from '../../data/schema.ts';
import type { CellSpec, SamplePost } from '../../wire/agent-protocol.ts';
import type { Surroundings } from '../block-exchanges.ts';
import { checkCells } from '../checks/check-cells.ts';
import { KnownAnswers } from '../checks/known-answers.ts';
import { ConnectionKeeper } from '../connections/connection-keeper.ts';
import { RESOURCE_TIMING, type TimingSource } from '../connections/resource-entries.ts';
import { MAIN_THREAD } from '../exchange-thread.ts';
import { probeCells } from '../probes/probe-cells.ts';
import { runBlocks } from '../run-blocks.ts';
import { Originals } from '../sequence-cells.ts';
import { serveExchanges } from './serve-exchanges.ts';
import type { Order, OwnerLine, WorkerLine } from './worker-line.ts';
import { WorkerThread } from './worker-thread.ts';

let target: LittleTarget;
const ports: MessagePort[] = [];
before(async () => {
  target = await littleTarget();
});
beforeEach(() => {
  target.instead = () => false;
});
after(() => {
  for (const port of ports) port.close();
  target.close();
});

/** Both ends in this thread, with real messages between them: all but another clock. */
function openHere(): WorkerLine {
  const [here, there] = channel();
  const [control, controlThere] = channel();
  const owner: OwnerLine = { send: (objects) => there.postMessage(objects), onOrder: null };
  serveExchanges(owner, controlThere, KEPT);
  there.onmessage = ({ data }: MessageEvent<Order>) => owner.onOrder?.(data);
  const line: WorkerLine = {
    send: (order) => here.postMessage(order),
    onObjects: null,
    onEnd: null,
    control,
  };
  here.onmessage = ({ data }: MessageEvent<DataValue>) => line.onObjects?.(() => data);
  return line;
}

function channel(): [MessagePort, MessagePort] {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  return [port1, port2];
}

/** Of both ends: what one has read the other may still need. */
const KEPT: TimingSource = { read: RESOURCE_TIMING.read, clear: () => {} };

function place(open = openHere): Surroundings {
  let count = 0;
  const nextSerial = () => count++;
  const now = () => performance.now();
  const worker = new WorkerThread(open, now, performance.timeOrigin);
  return {
    now,
    nextSerial,
    nextSequence: nextSerial,
    connections: new ConnectionKeeper(MAIN_THREAD.get, nextSerial),
    timings: KEPT,
    threadFor: ({ thread }) => (thread === 'worker' ? worker : MAIN_THREAD),
    disturbance: () => null,
  };
}

const inWorker = (changes: Partial<CellSpec> = {}) =>
  jsonCell(target.url, { cell: 'worker', thread: 'worker', ...changes });

async function samplesOf(cells: readonly CellSpec[], at = place(), timeoutMs = 10_000) {
  const posted: SamplePost[] = [];
  const visits = cells.map(({ cell }) => ({ cell, exchanges: 3 }));
  const blocks = [{ block: 0, firstMessage: 0, visits }];
  const job = { kind: 'blocks', cells, blocks, stopAfterMs: 60_000, postEveryMs: 0, timeoutMs } as const;
  await runBlocks(job, at, async (post) => {
    posted.push(post);
    return { goOn: true };
  });
  return posted.flatMap(({ samples }) => samples);
}

test('a worker ends with the same objects, and a check sees those that it handed over', async () => {
  const check = (at: Surroundings) =>
    checkCells({ kind: 'check', cells: [inWorker()], timeoutMs: 5_000 }, at, async () => target.books);
  const [right] = await check(place());
  assert.equal(right!.difference, null);
  target.instead = (_, response) => {
    response.end(JSON.stringify((target.books as unknown[]).slice(1)));
    return true;
  };
  const [wrong] = await check(place());
  assert.match(wrong!.difference!, /^\[0\]\./);
});

test('what a worker hands over is compared too where it was drawn', async () => {
  const original = async () => target.books;
  const visits = [{ cell: 'worker', exchanges: 2 }];
  const compare = [{ visit: 0, nth: 1 }];
  const blocks = [0, 1].map((block) => ({ block, firstMessage: 0, visits, compare }));
  const job = { kind: 'blocks', cells: [inWorker()], blocks, timeoutMs: 5_000 } as const;
  const posted: SamplePost[] = [];
  const post = async (one: SamplePost) => {
    posted.push(one);
    target.instead = (_, response) => {
      response.end(JSON.stringify(target.books.map((book) => ({ ...book, price: 0.5 }))));
      return true;
    };
    return { goOn: true };
  };
  const known = new KnownAnswers(original);
  await runBlocks(
    { ...job, stopAfterMs: 60_000, postEveryMs: 0 },
    place(),
    post,
    new Originals(original),
    known,
  );
  const differences = posted.flatMap(({ compared = [] }) => compared.map(({ difference }) => difference));
  assert.equal(differences[0], null);
  assert.match(differences[1]!, /^\[0\]\.price: 0\.5, expected /);
});

test('the items of an exchange in a worker add up to its total, hops between the threads included', async () => {
  const samples = await samplesOf([inWorker(), jsonCell(target.url)]);
  assert.equal(samples.length, 6);
  for (const sample of samples) {
    assert.equal(sample.outcome, 'completed', sample.reason);
    const { queueMs, stallMs, waitMs, transferMs, deliveryMs, decodeMs, clientComputeMs } = sample;
    const { handoverMs = 0, receiveMs = 0 } = sample;
    const sumMs =
      queueMs + stallMs + sample.connectMs + waitMs + transferMs + deliveryMs + decodeMs + clientComputeMs;
    assert.ok(Math.abs(sumMs + handoverMs + receiveMs - sample.totalMs) < 0.01, JSON.stringify(sample));
    assert.equal(handoverMs > 0, sample.cell === 'worker');
  }
});

test('a worker computes before it hands over', async () => {
  const cell = inWorker({ procedure: 'e3', computation: 'cm1' });
  const [sample] = await samplesOf([cell]);
  assert.ok(sample!.clientComputeMs > 0);
});

test('what fails in a worker fails with its reason, and the next exchange goes on', async () => {
  let asked = 0;
  target.instead = (url, response) => {
    if (url.pathname !== '/exchange' || asked++ !== 1) return false;
    response.statusCode = 503;
    response.end();
    return true;
  };
  const samples = await samplesOf([inWorker()]);
  assert.deepEqual(
    samples.map(({ outcome }) => outcome),
    ['completed', 'failed', 'completed'],
  );
  assert.match(samples[1]!.reason, /answered 503/);
});

test('an exchange in a worker that takes too long is given up, there too', async () => {
  target.instead = (url) => url.pathname === '/exchange';
  const [sample] = await samplesOf([inWorker()], place(), 300);
  assert.equal(sample!.outcome, 'timed-out');
});

test('a worker that does not start is told, and its cells fail', async () => {
  const broken = () => {
    const line = openHere();
    queueMicrotask(() => line.onEnd?.('the page’s worker ended: it did not start'));
    return line;
  };
  const job = { kind: 'check', cells: [inWorker()], timeoutMs: 5_000 } as const;
  const [result] = await checkCells(job, place(broken), async () => target.books);
  assert.equal(result!.difference, 'the page’s worker ended: it did not start');
});

test('making the objects anew is measured alone where reading the message does not take it', async () => {
  const cells = [inWorker(), jsonCell(target.url)];
  const [worker, main] = await probeCells(
    { kind: 'probe', cells, timeoutMs: 5_000, heartbeat: true },
    place(),
    1,
  );
  assert.ok(worker!.receiveMs! > 0, `${worker!.receiveMs} ms`);
  assert.equal(main!.receiveMs, undefined);
  assert.ok(worker!.mainBusyMs! >= 0);
});
