import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SyntheticOptions, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { parsePrice } from '../../study/price.ts';
import type { About } from '../../wire/target-contract.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary } from '../summary.ts';
import { type CellCost, type PriceSummary, priceSummary } from './price-summary.ts';
import { serverWork } from './server-work.ts';

const BOTH = 'egress=0.09/GB,cpu=0.04/h';

type Made = ReturnType<typeof syntheticRecord> | ReturnType<typeof syntheticMessages>;

function priced({ run, rows, probes }: Made, price: string) {
  const summary = summarise(run, rows, probes);
  const found = priceSummary(run, rows, summary, parsePrice(price));
  return { found, cells: new Map(summary.cells.map((cell) => [cell.id, cell])) };
}

function record(options: SyntheticOptions = {}) {
  return syntheticRecord({ sessions: 5, blocks: 8, ...options });
}

function costs({ groups }: PriceSummary): readonly CellCost[] {
  return groups.flatMap(({ rows }) => rows);
}

function serverMs({ phases }: CellSummary): number {
  return (phases.encode ?? 0) + (phases.compress ?? 0) + (phases['server.compute'] ?? 0);
}

function isNear(value: number, wanted: number): void {
  assert.ok(Math.abs(value / wanted - 1) < 1e-9, `${value}, not ${wanted}`);
}

test('a million answers cost their bytes by the GB, and what the server works on them by the hour', () => {
  const { found, cells } = priced(record(), BOTH);
  assert.equal(found.groups.length, 3);
  for (const { cell, traffic, cpu, together } of costs(found)) {
    const { bytes } = cells.get(cell)!;
    isNear(traffic!, ((bytes!.encoded + bytes!.headers) * 1e6 * 0.09) / 1e9);
    isNear(cpu!.value, (serverMs(cells.get(cell)!) * 1e6 * 0.04) / 3_600_000);
    isNear(together!.value, traffic! + cpu!.value);
    const [low, high] = cpu!.interval;
    assert.ok(low > 0 && low < cpu!.value && cpu!.value < high, cell);
    isNear(together!.interval[1] - together!.interval[0], high - low);
  }
});

test('what the server computes is in its price where the procedure has it compute', () => {
  const { found, cells } = priced(record({ kind: 'opijac' }), 'cpu=1/h');
  const computing = costs(found).filter(
    ({ cell }) => cells.get(cell)!.phases['server.compute'] !== undefined,
  );
  assert.ok(computing.length > 0);
  for (const { cell, cpu } of computing) isNear(cpu!.value, serverMs(cells.get(cell)!) / 3.6);
});

test('in each group the cheapest comes first, and what each other costs more has an interval', () => {
  const { found, cells } = priced(record(), BOTH);
  for (const { cheapest, fastest, rows } of found.groups) {
    assert.equal(rows[0]!.cell, cheapest);
    assert.equal(rows[0]!.extra, null);
    const medians = rows.map(({ cell }) => cells.get(cell)!.totalMs!.median);
    assert.equal(cells.get(fastest)!.totalMs!.median, Math.min(...medians));
    for (const { together, extra } of rows.slice(1)) {
      isNear(extra!.value, together!.value - rows[0]!.together!.value);
      assert.ok(extra!.interval[0] < extra!.value && extra!.value < extra!.interval[1]);
    }
  }
});

test('bytes are exact, so that by traffic alone nothing has a width', () => {
  const { found } = priced(record(), 'egress=1/GB');
  for (const { cpu, cpuUnknown, together, extra } of costs(found)) {
    assert.deepEqual([cpu, cpuUnknown], [null, null]);
    assert.deepEqual(together!.interval, [together!.value, together!.value]);
    if (extra !== null) assert.deepEqual(extra.interval, [extra.value, extra.value]);
  }
});

test('what drifts in a session is in both, so a difference is known better than either', () => {
  const { found } = priced(record({ sessionSd: 0.4, blockSd: 0.01 }), 'cpu=1/h');
  const width = ([low, high]: readonly [number, number]) => high - low;
  const { rows } = found.groups.at(-1)!;
  const [first, second] = rows as readonly [CellCost, CellCost];
  assert.ok(width(second.extra!.interval) < width(first.cpu!.interval) + width(second.cpu!.interval));
});

test('the blocks of a run of one session stand for sessions', () => {
  const { found } = priced(record({ sessions: 1 }), 'cpu=1/h');
  for (const { cpu } of costs(found)) assert.ok(cpu!.interval[1] < 3 * cpu!.value);
});

test('a target that tells no times has a CPU that nobody knows, not one for nothing', () => {
  const made = record();
  for (const column of ['encodeMs', 'compressMs', 'serverComputeMs'] as const)
    made.rows.numbers[column].fill(0);
  const { found } = priced(made, BOTH);
  for (const { traffic, cpu, cpuUnknown, together } of costs(found)) {
    assert.ok(traffic! > 0);
    assert.deepEqual([cpu, together], [null, null]);
    assert.match(cpuUnknown!, /Server-Timing/);
  }
  assert.ok(found.groups.every(({ cheapest }) => cheapest === null));
});

test('what is compressed while it is sent is timed by nobody', () => {
  const made = record();
  const features = {
    datasets: [],
    maxN: 1,
    formats: {},
    compressions: { none: [], gzip: [6] },
    computations: [],
    streamed: ['gzip'],
  };
  const about: About = { contract: 1, name: 'front', version: '1', versions: {}, features };
  const sessions = made.run.sessions.map((session) => ({ ...session, target: { about, command: [] } }));
  const { found, cells } = priced({ ...made, run: { ...made.run, sessions } }, BOTH);
  for (const { cell, cpuUnknown } of costs(found)) {
    const isGzip = cells.get(cell)!.factors.compression.coding === 'gzip';
    assert.equal(cpuUnknown !== null, isGzip, cell);
  }
  // Those that are known are ranked nonetheless.
  assert.ok(found.groups.every(({ cheapest }) => cheapest !== null && !cheapest.includes('gzip')));
});

test('a call costs what the server takes to decode its request too', () => {
  const { run, rows, probes } = record();
  const [cell] = run.plan.cells;
  const [figures] = summarise(run, rows, probes).cells;
  const counted = countedSamples(run, rows);
  const call = { clientEncodeMs: 1, serverDecodeMs: 5, bytesRequest: 9 };
  const calls = new Map(Array.from(counted.cells.get(cell!.id)!.rows, (row) => [row, call]));
  const table = { ...rows, calls };
  const times = runTimes(run, { ...counted, table });
  const meanMs = (kind: 'request' | 'call', phases: CellSummary['phases']) => {
    const factors = { ...cell!.factors, kind } as PlannedCell['factors'];
    const work = serverWork(times, { ...cell!, factors }, { ...figures!, phases });
    assert.ok(typeof work === 'object');
    const all = [...work.values()];
    return all.reduce((sum, { sumMs }) => sum + sumMs, 0) / all.reduce((sum, each) => sum + each.count, 0);
  };
  const { phases } = figures!;
  isNear(meanMs('call', { ...phases, 'server.decode': 5 }), meanMs('request', phases) + 5);
});

test('sequences of messages are left out, and counted', () => {
  const { found } = priced(syntheticMessages(), BOTH);
  assert.equal(found.groups.length, 0);
  assert.ok(found.leftOut!.cells > 0);
});
