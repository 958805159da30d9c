// The Node agent's process: the same exchange code as the page, without a browser.
// `node node-main.ts http://lab/#token=…`

import { availableParallelism } from 'node:os';
import { MAIN_THREAD } from '../exchange/exchange-thread.ts';
import { WorkerThread } from '../exchange/worker/worker-thread.ts';
import { provideEventSource } from './event-source.ts';
import { LabClient } from './lab-client.ts';
import { keptConnections } from './node-connections.ts';
import { openNodeWorker } from './node-worker.ts';
import { codecsThatRun, work } from './work.ts';

const pageUrl = new URL(process.argv[2] ?? '');
provideEventSource();
const worker = new WorkerThread(openNodeWorker, () => performance.now(), performance.timeOrigin);
const lab = new LabClient(pageUrl.origin);

try {
  await work(lab, {
    token: new URLSearchParams(pageUrl.hash.slice(1)).get('token') ?? '',
    engine: 'node',
    engineVersion: process.versions.node,
    userAgent: `node ${process.version}`,
    cores: availableParallelism(),
    crossOriginIsolated: true,
    visible: true,
    protocols: ['http1', 'https1', 'h2'],
    offers: ['eval'],
    timings: keptConnections(() => performance.now()),
    threadFor: ({ thread }) => (thread === 'worker' ? worker : MAIN_THREAD),
    workerCodecs: codecsThatRun(['eval']),
    disturbance: () => null,
  });
  process.exit(0);
} catch (thrown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  await lab.postTrouble({ what: error.message, stack: error.stack ?? '' }).catch(() => undefined);
  console.error(error.stack);
  process.exit(1);
}
