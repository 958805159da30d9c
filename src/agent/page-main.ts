// The agent page: opened by a browser as http://lab/#token=…, it does its work and says when it is over.

import { MAIN_THREAD } from '../exchange/exchange-thread.ts';
import { RESOURCE_TIMING } from '../exchange/resource-entries.ts';
import { LabClient } from './lab-client.ts';
import { work } from './work.ts';

const lab = new LabClient(location.origin);
const status = document.getElementById('status')!;
let hidden = document.visibilityState === 'hidden';
document.addEventListener('visibilitychange', () => {
  hidden ||= document.visibilityState === 'hidden';
});

/** Once hidden within a block, the block is void; the next one starts afresh. */
function disturbance(): string | null {
  const was = hidden;
  hidden = document.visibilityState === 'hidden';
  return was ? 'the page was hidden' : null;
}

const place = new URLSearchParams(location.hash.slice(1));

/** A page that somebody opened by hand waits here for its next session, and comes as a fresh one to each. */
async function joinNext(key: string): Promise<void> {
  status.textContent = 'Waiting for the lab. Keep this page in front.';
  let token = await lab.nextSession(key);
  while (token === null) token = await lab.nextSession(key);
  goTo({ token, key });
}

function goTo(where: Readonly<Record<string, string>>): void {
  window.removeEventListener('pagehide', leaveWord);
  location.hash = new URLSearchParams(where).toString();
  location.reload();
}

async function main(): Promise<void> {
  const [token, key] = [place.get('token'), place.get('key')];
  if (token === null && key !== null) return joinNext(key);
  await work(lab, {
    token: token ?? '',
    ...engine(navigator.userAgent),
    userAgent: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    crossOriginIsolated: self.crossOriginIsolated,
    visible: !hidden,
    // HTTP/3 by way of WebTransport alone: no page can have its requests go over it.
    protocols: ['http1', 'https1', 'h2', ...('WebTransport' in self ? (['h3'] as const) : [])],
    offers: ['dom', 'eval', 'response-end'],
    timings: RESOURCE_TIMING,
    threadFor: () => MAIN_THREAD,
    disturbance,
  });
  if (key !== null) return goTo({ key });
  window.removeEventListener('pagehide', leaveWord);
  status.textContent = 'Done. This page may be closed.';
}

function leaveWord(): void {
  if (!place.has('token')) return;
  navigator.sendBeacon(lab.troubleUrl, JSON.stringify({ what: 'the page was closed', stack: '' }));
}

function engine(userAgent: string): { engine: string; engineVersion: string } {
  const firefox = /Firefox\/([\d.]+)/.exec(userAgent);
  if (firefox !== null) return { engine: 'firefox', engineVersion: firefox[1]! };
  const chromium = /(?:Chrome|Chromium)\/([\d.]+)/.exec(userAgent);
  if (chromium !== null) return { engine: 'chromium', engineVersion: chromium[1]! };
  const webkit = /AppleWebKit\/([\d.]+)/.exec(userAgent);
  return { engine: webkit === null ? 'unknown' : 'webkit', engineVersion: webkit?.[1] ?? '' };
}

window.addEventListener('pagehide', leaveWord);
main().catch((thrown: unknown) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (!place.has('token')) {
    status.textContent = 'The lab has ended. This page may be closed.';
    return;
  }
  status.textContent = `Stopped: ${error.message}`;
  const told = lab.postTrouble({ what: error.message, stack: error.stack ?? '' }).catch(() => undefined);
  // Its session is over, but the next one may go well.
  const key = place.get('key');
  if (key !== null) void told.then(() => goTo({ key }));
});
