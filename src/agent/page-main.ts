// The agent page: opened by a browser as http://lab/#token=…, it does its work and says when it is over. Its
// worker loads this script too.

import { RESOURCE_TIMING } from '../exchange/connections/resource-entries.ts';
import { MAIN_THREAD } from '../exchange/exchange-thread.ts';
import { WorkerThread } from '../exchange/worker/worker-thread.ts';
import { LabClient } from './lab-client.ts';
import { openPageWorker, serveInPageWorker } from './page-worker.ts';
import { codecsThatRun, work } from './work.ts';

class AgentPage {
  readonly #lab = new LabClient(location.origin);
  readonly #status = document.getElementById('status')!;
  readonly #place = new URLSearchParams(location.hash.slice(1));
  readonly #worker = new WorkerThread(openPageWorker, () => performance.now(), performance.timeOrigin);
  #hidden = document.visibilityState === 'hidden';

  start(): void {
    document.addEventListener('visibilitychange', () => {
      this.#hidden ||= document.visibilityState === 'hidden';
    });
    window.addEventListener('pagehide', this.#leaveWord);
    this.#doItsWork().catch((thrown: unknown) => this.#stop(thrown));
  }

  async #doItsWork(): Promise<void> {
    const [token, key] = [this.#place.get('token'), this.#place.get('key')];
    if (token === null && key !== null) return this.#joinNext(key);
    await work(this.#lab, {
      token: token ?? '',
      ...engine(navigator.userAgent),
      userAgent: navigator.userAgent,
      ...(key !== null && { device: ownDevice() }),
      cores: navigator.hardwareConcurrency,
      crossOriginIsolated: self.crossOriginIsolated,
      visible: !this.#hidden,
      // Whether requests go over HTTP/3 the lab sees to that starts the browser, and Resource Timing tells.
      protocols: ['http1', 'https1', 'h2', ...('WebTransport' in self ? (['h3'] as const) : [])],
      offers: ['dom', 'eval', 'response-end'],
      timings: RESOURCE_TIMING,
      threadFor: ({ thread }) => (thread === 'worker' ? this.#worker : MAIN_THREAD),
      workerCodecs: codecsThatRun(['eval', 'response-end']),
      disturbance: () => this.#disturbance(),
    });
    if (key !== null) return this.#goTo({ key });
    window.removeEventListener('pagehide', this.#leaveWord);
    this.#status.textContent = 'Done. This page may be closed.';
  }

  /** Once hidden within a block, the block is void; the next one starts afresh. */
  #disturbance(): string | null {
    const was = this.#hidden;
    this.#hidden = document.visibilityState === 'hidden';
    return was ? 'the page was hidden' : null;
  }

  /**
   * A page that somebody opened by hand waits here for its next session, and comes as a fresh one to each.
   */
  async #joinNext(key: string): Promise<void> {
    this.#status.textContent = 'Waiting for the lab. Keep this page in front.';
    const device = ownDevice();
    let token = await this.#lab.nextSession(key, device);
    while (token === null) token = await this.#lab.nextSession(key, device);
    this.#goTo({ token, key });
  }

  #goTo(where: Readonly<Record<string, string>>): void {
    window.removeEventListener('pagehide', this.#leaveWord);
    location.hash = new URLSearchParams(where).toString();
    location.reload();
  }

  readonly #leaveWord = (): void => {
    if (!this.#place.has('token')) return;
    navigator.sendBeacon(this.#lab.troubleUrl, JSON.stringify({ what: 'the page was closed', stack: '' }));
  };

  #stop(thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (!this.#place.has('token')) {
      this.#status.textContent = 'The lab has ended. This page may be closed.';
      return;
    }
    this.#status.textContent = `Stopped: ${error.message}`;
    const trouble = { what: error.message, stack: error.stack ?? '' };
    const told = this.#lab.postTrouble(trouble).catch(() => undefined);
    // Its session is over, but the next one may go well.
    const key = this.#place.get('key');
    if (key !== null) void told.then(() => this.#goTo({ key }));
  }
}

const DEVICE = 'wirefare-device';

/**
 * A name that no other device has in this run, whose address the browser keeps it for. Each session is a
 * fresh page, and a page that was closed may be opened again.
 */
function ownDevice(): string {
  // No randomUUID: a page over plain HTTP is no secure context.
  const made = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
  try {
    const known = localStorage.getItem(DEVICE);
    if (known !== null) return known;
    localStorage.setItem(DEVICE, made);
  } catch {
    // A browser that keeps nothing is another device in each session: nothing is compared that must not be.
  }
  return made;
}

function engine(userAgent: string): { engine: string; engineVersion: string } {
  const firefox = /Firefox\/([\d.]+)/.exec(userAgent);
  if (firefox !== null) return { engine: 'firefox', engineVersion: firefox[1]! };
  const chromium = /(?:Chrome|Chromium)\/([\d.]+)/.exec(userAgent);
  if (chromium !== null) return { engine: 'chromium', engineVersion: chromium[1]! };
  const webkit = /AppleWebKit\/([\d.]+)/.exec(userAgent);
  return { engine: webkit === null ? 'unknown' : 'webkit', engineVersion: webkit?.[1] ?? '' };
}

if ('document' in globalThis) new AgentPage().start();
else serveInPageWorker();
