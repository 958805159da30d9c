// Calls of a real browser to a target that counts its questions about what may be posted (OPTIONS).

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callForDataset } from '../../../src/data/calls.ts';
import { realDrivers } from '../../../src/drive/catalogue.ts';
import { AgentDesk } from '../../../src/run/agents/agent-desk.ts';
import { bundlePage } from '../../../src/run/agents/bundle-page.ts';
import { ControlServer } from '../../../src/run/agents/control-server.ts';
import { targetHandler } from '../../../src/target/handler.ts';
import { makeParts } from '../../../src/target/parts.ts';
import type { CellSpec } from '../../../src/wire/agent-protocol.ts';
import type { Sample } from '../../../src/wire/sample.ts';
import { SETTINGS } from './browser-bench.ts';

const DATASET = 'transit-checkname-simple';
const TIMEOUT_MS = 20_000;
const clock = { nowMs: () => performance.now(), date: () => new Date() };

export interface Preflights {
  readonly beforeCheck: number;
  readonly whileTimed: number;
  readonly samples: readonly Sample[];
}

const SECRET = '0123456789abcdef0123456789abcdef';

/** Two cells, warm and cold, of 20 calls each. */
export async function preflightsOf(browser: string): Promise<Preflights> {
  let asked = 0;
  const onFailure = (thrown: unknown) => {
    throw thrown;
  };
  const drivers = realDrivers({
    ...SETTINGS,
    dataDir: path.join(tmpdir(), 'wirefare-calls'),
    clock,
    tell: () => {},
  });
  const control = new ControlServer(await bundlePage());
  await control.listen();
  const desk = new AgentDesk();
  const { answer: answerOf, request } = callForDataset(DATASET)!;
  const { pageUrl } = control.open({ desk, original: async () => answerOf(request(1)) });
  const parts = makeParts({
    datasets: [],
    version: '1',
    versions: {},
    protocols: ['http1'],
    clock,
    onFailure,
    gate: { origin: new URL(pageUrl).origin, guard: { secret: SECRET, hosts: new Set(['127.0.0.1']) } },
  });
  const answer = targetHandler(parts);
  const target = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.method === 'OPTIONS') asked++;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  const agent = await drivers.agent(browser).open(pageUrl);
  try {
    await desk.registered;
    const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
    const cells = (['warm', 'cold'] as const).map((connection) => cellOf(targetUrl, connection));
    const checks = await desk.check({ kind: 'check', cells, timeoutMs: TIMEOUT_MS });
    for (const { difference } of checks) if (difference !== null) throw new Error(difference);
    const beforeCheck = asked;
    const samples: Sample[] = [];
    const visits = cells.map(({ cell }) => ({ cell, exchanges: 2 }));
    const blocks = Array.from({ length: 10 }, (_, block) => ({ block, firstMessage: 0, visits }));
    const job = { stopAfterMs: 60_000, postEveryMs: 500, timeoutMs: TIMEOUT_MS };
    await desk.blocks({ kind: 'blocks', cells, blocks, ...job }, async (post) => {
      samples.push(...post.samples);
      return { goOn: true };
    });
    desk.end();
    return { beforeCheck, whileTimed: asked - beforeCheck, samples };
  } finally {
    await agent.close();
    target.close();
    target.closeAllConnections();
    await control.close();
  }
}

function cellOf(targetUrl: string, connection: 'warm' | 'cold'): CellSpec {
  const { operation, requestSchema, request, answerSchema } = callForDataset(DATASET)!;
  return {
    cell: connection,
    targetUrl,
    secret: SECRET,
    connection,
    protocol: 'http1',
    thread: 'main',
    schema: answerSchema,
    shape: 'document',
    messages: 1,
    dataset: DATASET,
    n: 1,
    format: 'json',
    codec: 'JSON.parse',
    encoder: 'JSON.stringify',
    compression: 'none',
    level: null,
    procedure: 'call',
    computation: 'none',
    sequence: null,
    call: { operation, schema: requestSchema, request: request(1), encoder: 'JSON.stringify' },
  };
}
