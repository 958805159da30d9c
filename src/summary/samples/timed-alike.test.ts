// Short work is measured alone on warm caches, where it takes a fifth of what it takes in an exchange: what
// is held against each other is timed in one way, and so are all sessions of a cell.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { ProbeRow } from '../../record/record.ts';
import { runTimes } from './cell-times.ts';
import { countedSamples } from './counted-samples.ts';
import { metricTimes } from './metric-times.ts';

const { run, rows, probes } = syntheticRecord({ sessions: 6, blocks: 10 });
const few = run.plan.cells.filter(
  ({ factors, twinOf }) => twinOf === null && factors.n === 10 && factors.kind === 'request',
);
const cellOf = (format: string, n = 10) =>
  run.plan.cells.find(
    ({ factors, twinOf }) =>
      twinOf === null && factors.kind === 'request' && factors.format === format && factors.n === n,
  )!.id;
/** Ten objects are decoded in a fifth of the time there. */
const BATCH_SHARE = 0.2;
const alone = probes.map((probe): ProbeRow => {
  const isShort = few.some(({ id }) => id === probe.cell);
  return { ...probe, decodeMs: isShort && probe.decodeMs !== null ? BATCH_SHARE * probe.decodeMs : null };
});

function timesWith(clockStepUs: number, some = alone) {
  const sessions = run.sessions.map((facts) => ({ ...facts, agent: { ...facts.agent!, clockStepUs } }));
  const given = { ...run, sessions };
  return metricTimes(given, runTimes(given, countedSamples(given, rows)), some, null);
}

const ratios = (times: ReturnType<ReturnType<typeof timesWith>>, over: string, under: string) =>
  [...times.cells.get(over)!.logMedians].map(([session, log]) =>
    Math.exp(log - times.cells.get(under)!.logMedians.get(session)!),
  );

test('two cells that are held against each other are both timed by batches, or neither is', () => {
  const [json, xml] = [cellOf('json'), cellOf('xml')];
  // Of JSON one is too short for this clock, of XML none is; what is true is 4.9.
  const timesFor = timesWith(20);
  const eachByItself = ratios(timesFor(['decode']), xml, json);
  assert.ok(
    eachByItself.every((ratio) => ratio > 15),
    `${eachByItself}`,
  );
  const alike = ratios(timesFor.alike(['decode'], [[xml, json]]), xml, json);
  assert.ok(
    alike.every((ratio) => ratio > 4 && ratio < 6),
    `${alike}`,
  );
});

test('beside what is too long for a batch the mean of the exchanges stands', () => {
  const [json, long] = [cellOf('json'), cellOf('json', 1_000)];
  const alike = ratios(timesWith(20).alike(['decode'], [[long, json]]), long, json);
  assert.ok(
    alike.every((ratio) => ratio > 60 && ratio < 100),
    `${alike}`,
  );
});

test('groups with a cell in common are timed as one, and cells of no group as they are', () => {
  const [json, xml, long] = [cellOf('json'), cellOf('xml'), cellOf('json', 1_000)];
  const timesFor = timesWith(20);
  const groups = [
    [xml, json],
    [json, long],
  ];
  const joined = ratios(timesFor.alike(['decode'], groups), xml, json);
  const bySamples = ratios(
    timesFor.alike(
      ['decode'],
      [
        [xml, long],
        [json, long],
      ],
    ),
    xml,
    json,
  );
  assert.deepEqual(joined, bySamples);
  const other = cellOf('protobuf');
  assert.deepEqual(
    timesFor.alike(['decode'], groups).cells.get(other)!.logMedians,
    timesFor(['decode']).cells.get(other)!.logMedians,
  );
});

test('a cell is timed in one way in all of its sessions, though its exchanges lie about the border of the clock', () => {
  const xml = cellOf('xml');
  for (const clockStepUs of [42, 47, 52]) {
    const logs = [...timesWith(clockStepUs)(['decode']).cells.get(xml)!.logMedians.values()];
    // Sessions drift by a tenth or two, and the one way is five times the other.
    assert.ok(Math.max(...logs) - Math.min(...logs) < Math.log(2.5), `${clockStepUs}: ${logs.map(Math.exp)}`);
  }
});

test('for a session without batches holds what the others found', () => {
  const json = cellOf('json');
  const without = alone.map((probe) =>
    probe.session === 1 && probe.cell === json ? { ...probe, decodeMs: null } : probe,
  );
  const [whole, lacking] = [alone, without].map(
    (some) => timesWith(20, some)(['decode']).cells.get(json)!.logMedians.get(1)!,
  ) as [number, number];
  assert.ok(Math.abs(whole - lacking) < 1e-9, `${whole}, ${lacking}`);
});

test('what is added up of short work is timed in one way too', () => {
  const [json, xml] = [cellOf('json'), cellOf('xml')];
  const timesFor = timesWith(20);
  for (const metrics of [['decode', 'client.encode'], ['main-thread']] as const) {
    const cells = timesFor.alike(metrics, [[xml, json]]).cells;
    const byBatches = timesFor.timedBy({ decode: 'batches' }, metrics).cells;
    assert.deepEqual(cells.get(xml)!.logMedians, byBatches.get(xml)!.logMedians);
    assert.notDeepEqual(cells.get(xml)!.logMedians, timesFor(metrics).cells.get(xml)!.logMedians);
  }
});
