// The agent page: opened by a browser as http://lab/#token=…, it does its work and says when it is over.

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

async function main(): Promise<void> {
  await work(lab, {
    token: new URLSearchParams(location.hash.slice(1)).get('token') ?? '',
    ...engine(navigator.userAgent),
    userAgent: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    crossOriginIsolated: self.crossOriginIsolated,
    visible: !hidden,
    // HTTP/3 by way of WebTransport alone: no page can have its requests go over it.
    protocols: ['http1', 'https1', 'h2', ...('WebTransport' in self ? (['h3'] as const) : [])],
    offers: ['dom', 'eval', 'response-end'],
    timings: RESOURCE_TIMING,
    disturbance,
  });
  window.removeEventListener('pagehide', leaveWord);
  status.textContent = 'Done. This page may be closed.';
}

function leaveWord(): void {
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
  status.textContent = `Stopped: ${error.message}`;
  void lab.postTrouble({ what: error.message, stack: error.stack ?? '' }).catch(() => undefined);
});
