// The Node agent's worker, both ends: this file is what the worker runs, and what opens it.

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { programFile } from '../base/places.ts';
import type { DataValue } from '../data/schema.ts';
import { serveExchanges } from '../exchange/worker/serve-exchanges.ts';
import type { Order, OwnerLine, WorkerLine } from '../exchange/worker/worker-line.ts';
import { keptConnections } from './node-connections.ts';

export function openNodeWorker(): WorkerLine {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(programFile('src/agent/node-worker.ts'), {
    workerData: { exchangesBy: port2 },
    transferList: [port2 as never],
  });
  const line: WorkerLine = {
    send: (order) => worker.postMessage(order),
    onObjects: null,
    onEnd: null,
    control: port1,
  };
  worker.on('message', (objects: DataValue) => line.onObjects?.(() => objects));
  worker.on('error', ({ message }: Error) => line.onEnd?.(`the process’s worker ended: ${message}`));
  return line;
}

if (!isMainThread && parentPort !== null && workerData?.exchangesBy !== undefined) {
  const port = parentPort;
  const owner: OwnerLine = { send: (objects) => port.postMessage(objects), onOrder: null };
  const timings = keptConnections(() => performance.now());
  serveExchanges(owner, workerData.exchangesBy as MessagePort, timings);
  port.on('message', (order: Order) => owner.onOrder?.(order));
}
