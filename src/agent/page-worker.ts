// The page's worker, both ends: the page's own script, loaded where there is no document.

import type { DataValue } from '../data/schema.ts';
import { RESOURCE_TIMING } from '../exchange/connections/resource-entries.ts';
import { serveExchanges } from '../exchange/worker/serve-exchanges.ts';
import type { Order, OwnerLine, WorkerLine } from '../exchange/worker/worker-line.ts';

/** Opens one with this very script. */
export function openPageWorker(): WorkerLine {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(import.meta.url, { type: 'module' });
  const line: WorkerLine = {
    send: (order) => worker.postMessage(order),
    onObjects: null,
    onEnd: null,
    control: port1,
  };
  worker.onmessage = (event) => line.onObjects?.(() => event.data as DataValue);
  worker.onmessageerror = () => line.onEnd?.('the page could not read what its worker sent');
  worker.onerror = ({ message }) => line.onEnd?.(`the page’s worker ended: ${message || 'it did not start'}`);
  worker.postMessage(null, [port2]);
  return line;
}

/** What the script does there. */
export function serveInPageWorker(): void {
  const scope = globalThis as unknown as DedicatedWorker;
  scope.onmessage = ({ ports: [control] }) => {
    const owner: OwnerLine = { send: (objects) => scope.postMessage(objects), onOrder: null };
    serveExchanges(owner, control!, RESOURCE_TIMING);
    scope.onmessage = ({ data }) => owner.onOrder?.(data as Order);
  };
}

/** The types of pages have no worker's global scope. */
interface DedicatedWorker {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(message: unknown): void;
}
