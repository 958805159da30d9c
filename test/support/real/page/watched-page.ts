// A page that follows something which the lab does not do: made up, so that it stands still for whoever
// looks.

import type { Page } from 'puppeteer-core';
import type { Hello, JobSnapshot } from '../../../../src/ui/jobs/snapshot.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';

const cell = (id: string, network: string, medianMs: number, isOut = false) => ({
  ...{ id, network, medianMs, isOut },
  interval: [medianMs * 0.9, medianMs * 1.2] as const,
  before: [medianMs * 0.7, medianMs * 1.5] as const,
});

/** Advice in its midst: a race on two networks, a phone that is wanted and one that has come, a question. */
export const WATCHED: JobSnapshot = {
  id: 1,
  kind: 'advise',
  title: `advice on ${HOSTILE}`,
  state: 'going',
  waitsFor: null,
  progress: {
    doing: 'waiting for a browser on another device',
    isMeasuring: true,
    share: 0.4,
    leftMs: 61_000,
    exchanges: 12_345,
    sessionsDone: 6,
    sessionsPlanned: 16,
    nextLook: { sessions: 8, inMs: 30_000 },
    looks: [
      { sessions: 4, open: 5 },
      { sessions: 6, open: 2 },
    ],
    race: [
      cell('msgpack-records + zstd-9, msgpackr-no-eval', 'none', 1.5),
      cell('json + br-5', 'none', 2.5),
      cell(HOSTILE, 'none', 13.5, true),
      cell('protobuf + zstd-9', '4g', 120),
    ],
  },
  notes: ['a note', HOSTILE],
  question: 'Send 300 requests to https://a.example/? [y/N]',
  outside: {
    url: `https://192.0.2.7:40001/#key=${'0123456789abcdef'.repeat(4)}`,
    trust: { url: 'http://192.0.2.7:40002/', sha256Fingerprint: Array(32).fill('AB').join(':') },
    isWanted: true,
    newcomers: 0,
    clients: [
      {
        engine: 'firefox',
        engineVersion: '140.0',
        userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
        device: 'phone',
        cores: 8,
        clockStepUs: 1_000,
        crossOriginIsolated: false,
        sessions: 2,
        measures: false,
        isThere: false,
        watches: true,
      },
    ],
  },
  record: null,
  result: null,
  failure: null,
};

/** Called before the page is opened: it hears of this alone, whatever the lab does. */
export async function followsMadeUp(page: Page, job: JobSnapshot = WATCHED): Promise<void> {
  const hello: Hello = { known: [job.id] };
  const events = `event: hello\ndata: ${JSON.stringify(hello)}\n\nevent: job\ndata: ${JSON.stringify(job)}\n\n`;
  await page.evaluateOnNewDocument((text) => {
    const send = window.fetch;
    window.fetch = (asked, init) => {
      if (!String(asked).startsWith('/api/jobs/events')) return send(asked, init);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      });
      return Promise.resolve(new Response(body));
    };
  }, events);
}
