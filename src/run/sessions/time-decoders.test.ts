import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { type AgentScript, actAgent } from '../../../test/support/agents/scripted-agent.ts';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { PayloadRef } from '../../study/study.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import type { About } from '../../wire/target-contract.ts';
import { ControlServer } from '../agents/control-server.ts';
import { type AskedDecoder, type DecodersQuestion, timeDecoders } from './time-decoders.ts';

const control = new ControlServer('export {}');
before(() => control.listen());
after(() => control.close());

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const payload: PayloadRef = {
  name: 'orders',
  source: 'orders.json',
  digest: 'd',
  shape: 'list',
  count: 1_000,
  jsonBytes: 4_000_000,
  schema: { kind: 'list', items: { kind: 'int' } } as unknown as PayloadRef['schema'],
  notes: [],
};
const json: AskedDecoder = { format: 'json', encoder: 'JSON.stringify', codec: 'JSON.parse' };
const dom: AskedDecoder = { format: 'xml', encoder: 'wirefare-xml', codec: 'domparser' };
const saxes: AskedDecoder = { ...dom, codec: 'saxes' };
const CODECS = ['json/JSON.parse', 'xml/domparser'];

let drivers: FakeDrivers;
afterEach(() => {
  for (const fake of [...drivers.agents, ...drivers.targets])
    assert.ok(fake.isClosed(), `${fake.name} is closed`);
});

interface Given extends Partial<DecodersQuestion> {
  readonly script?: AgentScript | 'dies';
  readonly missing?: EnvironmentError;
  readonly interrupted?: AbortSignal;
}

function timed({ script = {}, missing, interrupted, ...question }: Given) {
  const run = async (pageUrl: string, closed: AbortSignal) => {
    if (script === 'dies') throw new Error('out of memory');
    const acted = actAgent(pageUrl, { ...script, registration: { engine: 'chromium', codecs: CODECS } });
    await Promise.race([acted, new Promise((resolve) => closed.addEventListener('abort', resolve))]);
  };
  const about = { name: 'node', version: '1', features: { datasets: [] } } as unknown as About;
  const start = async () => ({ url: 'http://127.0.0.1:1', about, close: async () => {} });
  const agent = missing === undefined ? { run } : { run, missing };
  drivers = new FakeDrivers({ chromium: agent }, { node: { start } });
  const asked = {
    payload,
    n: 1_000,
    browser: 'chromium',
    target: 'node',
    decoders: [json, dom],
    withinMs: 5_000,
  };
  const dataDir = join(tmpdir(), 'wirefare-no-such-folder');
  const signal = interrupted ?? new AbortController().signal;
  return timeDecoders({ ...asked, ...question }, { clock, drivers, control, dataDir, interrupted: signal });
}

/** A thousandth of a millisecond for each record. */
const inProportion = ({ n }: CellSpec) => ({ decodeMs: n / 1_000 });

test('every decoder that the browser has gets its time there, and what it cannot run is told', async () => {
  const found = await timed({ decoders: [json, saxes, dom], script: { probe: inProportion } });
  assert.deepEqual(found, {
    timed: [
      { ...json, decodeMs: 1 },
      { ...dom, decodeMs: 1 },
    ],
    untimed: [{ ...saxes, reason: 'chromium cannot run it' }],
  });
});

test('probes ask for the decoder alone, of a part of a long list, on loopback without compression', async () => {
  const specs: CellSpec[] = [];
  const probe = (spec: CellSpec) => {
    specs.push(spec);
    return inProportion(spec);
  };
  await timed({ script: { probe } });
  assert.deepEqual(
    specs.map(({ n, format, codec, compression, dataset, shape }) => [
      n,
      format,
      codec,
      compression,
      dataset,
      shape,
    ]),
    [
      [500, 'json', 'JSON.parse', 'none', 'orders', 'list'],
      [500, 'xml', 'domparser', 'none', 'orders', 'list'],
    ],
  );
});

test('a decoder that fails is left out, and those after it are timed', async () => {
  const probe = (spec: CellSpec) => (spec.format === 'json' ? { decodeMs: null } : inProportion(spec));
  const found = await timed({ script: { probe } });
  assert.deepEqual(found.timed, [{ ...dom, decodeMs: 1 }]);
  assert.deepEqual(found.untimed, [{ ...json, reason: 'chromium could not time it' }]);
});

test('a decoder that takes longer than all the time ends the session; what was timed before it is kept', async () => {
  const probe = (spec: CellSpec) =>
    spec.format === 'json' ? inProportion(spec) : new Promise<never>(() => undefined);
  const found = await timed({ decoders: [json, dom, json], withinMs: 600, script: { probe } });
  assert.deepEqual(found.timed, [{ ...json, decodeMs: 1 }]);
  assert.deepEqual(
    found.untimed.map(({ reason }) => reason),
    ['no time was left for it', 'no time was left for it'],
  );
});

test('a browser that dies leaves every decoder without a time, and says why', async () => {
  const found = await timed({ script: 'dies' });
  assert.deepEqual(found.timed, []);
  assert.match(found.untimed[0]!.reason, /chromium ended with code 1: Error: out of memory/);
});

test('an interruption ends it at once with both processes closed', async () => {
  const interruption = new AbortController();
  const probe = () => {
    interruption.abort();
    return new Promise<never>(() => undefined);
  };
  const found = await timed({ script: { probe }, interrupted: interruption.signal });
  assert.deepEqual(
    found.untimed.map(({ reason }) => reason),
    ['interrupted', 'interrupted'],
  );
});

test('a browser that is not there is told as every missing program is', async () => {
  const missing = new EnvironmentError('no chromium', ['/usr/bin/chromium'], 'install it');
  await assert.rejects(timed({ missing }), missing);
});
