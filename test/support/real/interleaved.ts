// Warm, cold and empty exchanges of one origin, interleaved in random order, in a real client against the
// real target: what the tests of connections look at.

import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom, shuffled } from '../../../src/base/random.ts';
import { datasetNamed } from '../../../src/data/catalogue.ts';
import type { DataRecord } from '../../../src/data/schema.ts';
import { realDrivers } from '../../../src/drive/catalogue.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { makeCertificate } from '../../../src/drive/targets/certificate.ts';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { AgentDesk } from '../../../src/run/agents/agent-desk.ts';
import { bundlePage } from '../../../src/run/agents/bundle-page.ts';
import { ControlServer } from '../../../src/run/agents/control-server.ts';
import type { BlockSpec, CellSpec, CheckResult } from '../../../src/wire/agent-protocol.ts';
import { EMPTY_CELLS, type Sample } from '../../../src/wire/sample.ts';
import { SETTINGS } from './browser-bench.ts';

const N = 10;
const TIMEOUT_MS = 10_000;
const CELLS = [
  { cell: 'warm', connection: 'warm' },
  { cell: 'cold', connection: 'cold' },
  { cell: 'cold twice', connection: 'cold', procedure: 'e4', computation: 'cm1' },
] as const;

export interface Seen {
  readonly protocol: Protocol;
  readonly checks: readonly CheckResult[];
  readonly samples: readonly Sample[];
}

/**
 * One client, one target; `blocks` blocks of every cell and the empty exchange, twice each, for each
 * protocol.
 */
export async function interleaved(
  browser: string,
  protocols: readonly Protocol[],
  blocks: number,
): Promise<Seen[]> {
  const clock = { nowMs: () => performance.now(), date: () => new Date() };
  // It goes with this process, however that ends.
  const folder = createGuardian(tmpdir()).folder();
  const drivers = realDrivers({ ...SETTINGS, dataDir: path.join(folder, 'data'), clock, tell: () => {} });
  const certificate = await makeCertificate(folder, [], new Date());
  const target = await drivers.target('node').start({ largestN: N, tls: certificate });
  const control = new ControlServer(await bundlePage());
  const desk = new AgentDesk();
  await control.listen();
  const { pageUrl } = control.open({ desk, original: (cell) => booksOf(target.url, computationOf(cell)) });
  const authorities = Object.values(target.ports).map((port) => `127.0.0.1:${port}`);
  const agent = await drivers.agent(browser).open(pageUrl, { trust: { ...certificate, authorities } });
  try {
    await desk.registered;
    const seen: Seen[] = [];
    for (const protocol of protocols) {
      const scheme = protocol === 'http1' ? 'http' : 'https';
      const targetUrl = `${scheme}://127.0.0.1:${target.ports[protocol]}`;
      const cells = CELLS.map((cell) => ({ ...common(targetUrl, protocol), ...cell }));
      const checks = await desk.check({ kind: 'check', cells, timeoutMs: TIMEOUT_MS });
      seen.push({ protocol, checks, samples: await samplesOf(desk, cells, blocks) });
    }
    desk.end();
    return seen;
  } finally {
    await agent.close();
    await target.close();
    await control.close();
  }
}

async function samplesOf(desk: AgentDesk, cells: readonly CellSpec[], blocks: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const random = seededRandom(7);
  const names = [...cells.map(({ cell }) => cell), ...Object.values(EMPTY_CELLS)];
  const block = (number: number): BlockSpec => ({
    block: number,
    firstMessage: 0,
    visits: shuffled(names, random).map((cell) => ({ cell, exchanges: 2 })),
  });
  const job = { stopAfterMs: 60_000, postEveryMs: 500, timeoutMs: TIMEOUT_MS };
  const all = Array.from({ length: blocks }, (_, number) => block(number));
  await desk.blocks({ kind: 'blocks', cells, blocks: all, ...job }, async (post) => {
    samples.push(...post.samples);
    return { goOn: true };
  });
  return samples;
}

function common(targetUrl: string, protocol: Protocol) {
  return {
    targetUrl,
    secret: null,
    protocol,
    thread: 'main' as const,
    schema: datasetNamed('book').schema,
    shape: 'list' as const,
    messages: 1,
    dataset: 'book',
    n: N,
    format: 'json',
    codec: 'JSON.parse',
    encoder: 'JSON.stringify',
    compression: 'none',
    level: null,
    procedure: 'e1',
    computation: 'none',
    sequence: null,
    call: null,
  } as const;
}

function computationOf(name: string): string {
  const cell = CELLS.find((each) => each.cell === name)!;
  return 'computation' in cell ? cell.computation : 'none';
}

/** The books as the target has them: what is right is not the question here. */
async function booksOf(targetUrl: string, computation: string): Promise<readonly DataRecord[]> {
  const query = `dataset=book&n=${N}&format=json&compute=${computation}`;
  const response = await fetch(`${targetUrl}/exchange?${query}`);
  return (await response.json()) as DataRecord[];
}
