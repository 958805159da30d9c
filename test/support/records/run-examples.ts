// Runs for the tests of the page's logic: what a sequence could have come to.

import type { SequenceOutcome } from '../../../src/exchange/messages/sequence-order.ts';
import type { Offered } from '../../../src/ui/messages/offers.ts';
import type { PageOrder, PageRun } from '../../../src/ui/messages/page-run.ts';
import type { FormValues } from '../../../src/ui/messages/read-form.ts';

const EVERYWHERE = ['http1', 'https1', 'h2'];

export const OFFERED: Offered = {
  target: 'node',
  messages: {
    endpoints: {
      post: EVERYWHERE,
      sse: EVERYWHERE,
      stream: EVERYWHERE,
      'long-polling': EVERYWHERE,
      websocket: ['http1', 'https1'],
    },
    permessageDeflate: true,
    largestBytes: 100_000_000,
    contents: ['random', 'data'],
  },
  lacks: [],
  closed: { https1: 'needs its certificate accepted', h3: 'target node does not listen for it' },
};

export const VALUES: FormValues = {
  direction: 'server-to-client',
  transport: 'websocket',
  protocol: 'http1',
  mode: 'throughput',
  rate: '50',
  messages: '1000',
  policy: 'fixed',
  bytes: '100',
  least: '100',
  most: '1000',
  increment: '100',
  body: 'text',
  deflate: false,
  repeats: '1',
  seed: '1',
};

export const ORDER: PageOrder = {
  transport: 'websocket',
  protocol: 'http1',
  repeats: 1,
  spec: {
    direction: 'server-to-client',
    mode: 'throughput',
    ratePerSecond: null,
    messages: 1_000,
    content: { kind: 'random', body: 'text', size: { policy: 'fixed', bytes: 100 }, seed: 1 },
    compression: 'none',
  },
};

/** An order of so many bytes a message. */
export function orderOf(bytes: number, order: PageOrder = ORDER): PageOrder {
  const content = { ...order.spec.content, size: { policy: 'fixed', bytes } } as const;
  return { ...order, spec: { ...order.spec, content } };
}

/** 1 000 messages of 100 bytes in `totalMs`. */
export function outcomeOf(totalMs: number, given: Partial<SequenceOutcome['figures']> = {}): SequenceOutcome {
  return {
    startMs: 5,
    totalMs,
    failure: null,
    figures: {
      delivered: 1_000,
      reordered: 0,
      setUpMs: 2,
      firstMs: 0.8,
      wallMs: totalMs,
      clientEncodeMs: 0,
      serverDecodeMs: 0,
      checkMs: 0,
      serverCpuMs: 20,
      wireBytesUp: 1_000,
      wireBytesDown: 104_000,
      latencies: [],
      clockErrorMs: 0,
      ...given,
    },
    encodeMs: 0,
    decodeMs: 0,
    bytes: 100_000,
  };
}

export function failed(reason: string): SequenceOutcome {
  return { ...outcomeOf(40, { delivered: 17 }), failure: { outcome: 'failed', reason } };
}

export function runOf(outcomes: readonly SequenceOutcome[], order: PageOrder = ORDER, number = 1): PageRun {
  return {
    number,
    startedAt: '2026-11-21T18:00:00.000Z',
    order: { ...order, repeats: outcomes.length },
    outcomes,
    wasHidden: false,
  };
}
