import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const CELL = 'book n=1000 json/response.json none';
const { run, rows, probes } = syntheticRecord({ seed: 7, blocks: 10 });

function told(change: (row: SampleRow) => Partial<SampleRow>, inRun = run): string[] {
  const changed = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at)).map((row) =>
    row.cell === CELL ? { ...row, bytesEncoded: 900, ...change(row) } : row,
  );
  const { warnings } = summarise(inRun, makeSampleTable(changed), probes);
  return warnings.filter(({ kind }) => kind === 'late-body').map(({ what }) => what);
}

test('answers that stand still at the timer of an acknowledgement are told of once a target', () => {
  const [what, ...more] = told(({ transferMs }) => ({ transferMs: 43 + transferMs }));
  assert.deepEqual(more, []);
  assert.match(
    what!,
    /^small answers of node stand still for about 4[3-5]\S* ms over loopback, with nothing to do/,
  );
  assert.ok(what!.endsWith(`(1 cell: ${CELL})`));
  assert.equal(told(({ waitMs }) => ({ waitMs: 203 + waitMs })).length, 1, 'before the first byte too');
});

test('transfers that take another time, large bodies and work of the server are no such thing', () => {
  assert.deepEqual(
    told(() => ({ transferMs: 25 })),
    [],
  );
  assert.deepEqual(
    told(() => ({ transferMs: 43, bytesEncoded: 100_000 })),
    [],
  );
  assert.deepEqual(
    told(({ waitMs }) => ({ waitMs: 43 + waitMs, encodeMs: 43 })),
    [],
  );
  for (const ms of [43, 50, 200])
    assert.deepEqual(
      told(({ waitMs }) => ({ waitMs: ms + 1 + waitMs, serverMs: ms, frontMs: 1 })),
      [],
      `the server behind a URL works for ${ms} ms`,
    );
});

test('a wait is no timer that only its whole milliseconds are', () => {
  const idle = (ms: number) => ({ waitMs: ms, encodeMs: 0, compressMs: 0, serverComputeMs: 0 });
  assert.equal(told(() => idle(61.9)).length, 1);
  assert.equal(told(() => idle(62.4)).length, 0);
});

test('over a network it is what goes beyond the wire, and the round trip of a target’s acknowledgement', () => {
  const cells = run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, network: 'cable' } }));
  const networks = NETWORKS.filter(({ name }) => name === 'cable');
  const [{ rttMs }] = networks as [(typeof networks)[number]];
  const over = { ...run, plan: { ...run.plan, cells }, study: { ...run.study, networks } };
  const ofUrl = [{ url: { target: 'node' } }] as unknown as typeof run.study.payloads;
  assert.deepEqual(
    told(() => ({ transferMs: 43 }), over),
    [],
  );
  const [what] = told(() => ({ transferMs: 46 + rttMs }), over);
  assert.match(what!, /stand still for about 4[4-6]\S* ms beyond what the network takes/);
  const byUrl = { ...over, study: { ...over.study, payloads: ofUrl } };
  assert.equal(told(() => ({ transferMs: 46 }), byUrl).length, 1, 'the front acknowledges beside the server');
  assert.deepEqual(
    told(() => ({ transferMs: 46, bytesEncoded: 20_000 }), byUrl),
    [],
    'more than the first window of a connection takes round trips',
  );
});

test('a URL that does not say how long its answer is may work on after its head', () => {
  const payloads = [{ url: { target: 'node' } }] as unknown as typeof run.study.payloads;
  const sessions = run.sessions.map((session) => ({
    ...session,
    checks: session.checks.map((check) => ({ ...check, withoutLength: true as const })),
  }));
  const ofUrl = { ...run, study: { ...run.study, payloads } };
  const unsized = { ...ofUrl, sessions };
  const still = (ms: number) => () => ({ transferMs: ms });
  assert.deepEqual(told(still(50), unsized), [], 'a query behind the head');
  assert.equal(told(still(50), ofUrl).length, 1, 'whoever knows the length has the answer');
  assert.equal(told(still(50), { ...run, sessions }).length, 1, 'a target tells what it works');
  assert.match(told(still(42), unsized)[0]!, /with nothing to do, unless it works on after its head \(/);
});
