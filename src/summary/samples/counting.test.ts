// What counts, what is left out, and what the summary says about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { WarningKind } from '../../base/warnings/catalogue.ts';
import type { Panel } from '../../plan/plan.ts';
import type { RunFile, SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';
import type { Summary } from '../summary.ts';

const record = syntheticRecord({ blocks: 10 });
const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
const FIRST = record.run.plan.cells[0]!.id;

function summaryOf(
  change: Partial<RunFile>,
  changeRow: (row: SampleRow) => SampleRow = (row) => row,
): Summary {
  return summarise({ ...record.run, ...change }, makeSampleTable(rows.map(changeRow)), record.probes);
}

function kinds(summary: Summary): WarningKind[] {
  return summary.warnings.map((warning) => warning.kind);
}

test('sessions that did not complete are left out, and counted', () => {
  const sessions = record.run.sessions.map((session, i) =>
    i === 5 ? { ...session, status: 'failed' as const, reason: 'the target died' } : session,
  );
  const summary = summaryOf({ sessions }, (row) => (row.session === 5 ? { ...row, totalMs: 1e6 } : row));
  assert.deepEqual(summary.sessions, { complete: 5, planned: 6, leftOut: 1 });
  assert.ok(summary.cells.every((cell) => cell.sessions === 5 && cell.totalMs!.max < 1000));
});

test('where no session is complete, what there is counts', () => {
  const sessions = record.run.sessions.map((session) => ({ ...session, status: 'interrupted' as const }));
  const summary = summaryOf({ sessions, status: 'interrupted' });
  assert.deepEqual(summary.sessions, { complete: 0, planned: 6, leftOut: 0 });
  assert.ok(summary.cells.every((cell) => cell.status === 'measured'));
});

test('warm-up and voided blocks are left out', () => {
  const last = rows.at(-1)!.block;
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    voidedBlocks: [{ block: last, cause: 'agent' as const, why: 'the page was hidden' }],
  }));
  const summary = summaryOf({ sessions }, (row) =>
    row.warmup || row.block === last ? { ...row, totalMs: 1e6 } : row,
  );
  assert.ok(summary.cells.every((cell) => cell.totalMs!.max < 1000));
});

test('what settles is left out, whether it completed or not', () => {
  const settles = (row: SampleRow): SampleRow =>
    row.sequence % 2 === 1
      ? row
      : { ...row, settling: true, totalMs: 1e6, outcome: row.block % 3 ? 'completed' : 'failed' };
  const [before, after] = [summaryOf({}), summaryOf({}, settles)];
  assert.ok(after.cells.every((cell) => cell.totalMs!.max < 1000 && cell.failures === 0));
  assert.deepEqual(
    after.cells.map(({ exchanges }) => exchanges),
    before.cells.map(({ exchanges }) => exchanges / 2),
  );
});

test('what neighbours add to the first exchange of a visit is in no figure of a record of now', () => {
  const { run, rows: now, probes, truthMs } = syntheticRecord({ visits: 'now', sessionSd: 0, blockSd: 0 });
  const { cells } = summarise(run, now, probes);
  for (const { id, totalMs, sessions } of cells) {
    const ratio = totalMs!.pooledMedian / truthMs.get(id)!;
    assert.ok(Math.abs(ratio - 1.01) < 0.01, `${id}: ${ratio}`);
    assert.equal(sessions, 6);
  }
  const uses = cells.flatMap(({ firstUse }) => firstUse ?? []);
  assert.ok(uses.length > 10 && uses.every(({ sessions }) => sessions <= 2));
});

test('failed exchanges are counted and part of no figure', () => {
  const isFirst = (row: SampleRow) => row.cell === FIRST && !row.warmup;
  const fail = (row: SampleRow): SampleRow =>
    isFirst(row) && row.sequence % 2 === 0
      ? { ...row, outcome: 'failed', reason: 'reset', totalMs: 1e6 }
      : row;
  const summary = summaryOf({}, fail);
  const cell = summary.cells[0]!;
  const wanted = rows.filter((row) => isFirst(row) && row.sequence % 2 === 0).length;
  assert.equal(cell.failures, wanted);
  assert.equal(cell.exchanges + wanted, rows.filter(isFirst).length);
  assert.ok(cell.totalMs!.max < 1000);
  assert.ok(kinds(summary).includes('cell-failed'));
});

test('a cell that always failed has no figures but a reason', () => {
  const summary = summaryOf({}, (row) =>
    row.cell === FIRST ? { ...row, outcome: 'timed-out', reason: 'no answer in 30 s' } : row,
  );
  const cell = summary.cells[0]!;
  assert.equal(cell.status, 'failed');
  assert.equal(cell.reason, 'no answer in 30 s');
  assert.equal(cell.totalMs, null);
  assert.ok(summary.comparisons.every(({ a, b }) => a !== FIRST && b !== FIRST));
});

test('a cell that sessions dropped says why', () => {
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    dropped: [{ cell: FIRST, reason: 'check failed: [0].price: 1, expected 2' }],
  }));
  const dropped = { ...record.run, sessions };
  const without = makeSampleTable(rows.filter((row) => row.cell !== FIRST));
  const cell = summarise(dropped, without, record.probes).cells[0]!;
  assert.equal(cell.reason, 'check failed: [0].price: 1, expected 2');
});

test('a record without samples is a summary without figures', () => {
  const summary = summarise(
    { ...record.run, sessions: [], status: 'interrupted', reason: 'Ctrl-C' },
    makeSampleTable([]),
    [],
  );
  assert.ok(summary.cells.every((cell) => cell.status === 'failed' && cell.reason === 'Ctrl-C'));
  assert.deepEqual(summary.comparisons, []);
  assert.equal(summary.twin, null);
  assert.equal(summary.exchangeShare, 0);
});

test('one session has intervals from its blocks, and a warning', () => {
  const single = syntheticRecord({ sessions: 1, blocks: 40 });
  const summary = summarise(single.run, single.rows, single.probes);
  const { interval, median } = summary.cells[0]!.totalMs!;
  assert.ok(interval[0] < median && median < interval[1] && interval[1] / interval[0] < 1.5);
  assert.ok(summary.comparisons.some((comparison) => comparison.verdict === 'slower'));
  assert.ok(kinds(summary).includes('few-sessions'));
  assert.ok(!kinds(summaryOf({})).includes('few-sessions'));
});

test('times that go on falling after the warm-up are drift', () => {
  const lengths = Map.groupBy(rows, (row) => row.session);
  const falling = (row: SampleRow): SampleRow => {
    const share = row.sequence / lengths.get(row.session)!.length;
    return { ...row, totalMs: row.totalMs * Math.exp(-0.6 * share) };
  };
  const found = summaryOf({}, falling).warnings.find((warning) => warning.kind === 'drift')!;
  assert.match(found.what, /^chromium on node: times change by −\d/);
  assert.match(found.advice, /warm-up of 1000 ms is too short.*: set protocol\.warmup to 5s$/);
  assert.ok(!kinds(summaryOf({})).includes('drift'));
});

test('a cell that alone changes is told of, with its change', () => {
  const lengths = Map.groupBy(rows, (row) => row.session);
  const falling = (row: SampleRow): SampleRow => {
    const share = row.cell === FIRST ? row.sequence / lengths.get(row.session)!.length : 0;
    return { ...row, totalMs: row.totalMs * Math.exp(-1.5 * share) };
  };
  const found = summaryOf({}, falling).warnings.filter((warning) => warning.kind === 'drift');
  assert.equal(found.length, 1);
  const own = FIRST.replaceAll(/[.]/g, '\\.');
  assert.match(
    found[0]!.what,
    new RegExp(
      `^chromium on node: times of 1 of 21 cells change from .*: ${own} by −[56]\\d(\\.\\d)? % \\[−\\d`,
    ),
  );
});

test('a target that gets faster draws the warning, also where it was given no warm-up: twice nothing is no advice', () => {
  const lengths = Map.groupBy(rows, (row) => row.session);
  // As a JVM: half of its compiling is done after a tenth of the session.
  const compiling = (row: SampleRow): SampleRow => {
    const jitMs = row.totalMs * 0.5 ** ((10 * row.sequence) / lengths.get(row.session)!.length);
    return { ...row, encodeMs: row.encodeMs + jitMs, totalMs: row.totalMs + jitMs };
  };
  const { study, plan } = record.run;
  const unwarmed = { ...study, protocol: { ...study.protocol, warmup: { exchanges: 8, leastMs: 0 } } };
  const foundAfter = (own: Partial<Panel>) => {
    const sessions = plan.sessions.map((session) => {
      return { ...session, panels: session.panels.map((panel) => ({ ...panel, ...own })) };
    });
    const change = { study: unwarmed, plan: { ...plan, sessions } };
    return summaryOf(change, compiling).warnings.find((warning) => warning.kind === 'drift')!;
  };
  const found = foundAfter({ warmupBlocks: 4 });
  assert.match(found.what, /^chromium on node: times change by −\d/);
  assert.match(
    found.advice,
    /warm-up of 8 exchanges of each cell .*: set protocol\.warmup to 16, or for a JVM, .* to 5s$/,
  );
  // Cells that take long had fewer than the study says; a number of its own would be every cell's.
  assert.match(
    foundAfter({ warmupExchanges: { [FIRST]: 3 } }).advice,
    /warm-up of 2 to 3 exchanges of each cell .*: set protocol\.warmup to 8, or for a JVM, .* to 5s$/,
  );
});

test('a target that gets faster is told of where the noise of whole times hides it', () => {
  const lengths = Map.groupBy(rows, (row) => row.session);
  const compiling = (row: SampleRow): SampleRow => {
    const jitMs = row.totalMs * 0.6 * 0.5 ** ((10 * row.sequence) / lengths.get(row.session)!.length);
    // Sessions that get slower and faster by as much as machines do.
    const noise = 1 + ((row.session % 3) - 1) * 0.6 * (row.sequence / lengths.get(row.session)!.length);
    return { ...row, encodeMs: row.encodeMs + jitMs, totalMs: row.totalMs * noise + jitMs };
  };
  const found = summaryOf({}, compiling).warnings.filter((warning) => warning.kind === 'drift');
  assert.equal(found.length, 1);
  assert.match(found[0]!.what, /^chromium on node: by the target’s own work times change by −\d/);
});

test('a coarse clock, a busy machine and doubtful timings are warned of once, not for each session', () => {
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    agent: { ...session.agent!, clockStepUs: 1000, crossOriginIsolated: false },
    cpuPressureShare: 0.3,
    loadOutsideShare: 0.4,
  }));
  const summary = summaryOf({ sessions }, (row) => ({ ...row, timingDoubtful: row.sequence % 10 === 0 }));
  for (const kind of ['coarse-clock', 'cpu-pressure', 'outside-load', 'timing-doubtful'] as const) {
    assert.equal(kinds(summary).filter((each) => each === kind).length, 1, kind);
  }
  assert.match(
    summary.warnings.find((each) => each.kind === 'coarse-clock')!.advice,
    /HTTPS or on localhost/,
  );
  const { plan } = record.run;
  for (const browser of ['outside', 'grid:chrome@http://localhost:4444']) {
    const there = plan.sessions.map((session) => ({ ...session, browser }));
    assert.match(
      summaryOf({ sessions, plan: { ...plan, sessions: there } }).warnings.find(
        (each) => each.kind === 'coarse-clock',
      )!.advice,
      /off this machine browsers give pages a finer one over HTTPS alone/,
    );
  }
});

test('exchanges of doubtful timing count in totals but not in the items', () => {
  const doubtful = (row: SampleRow): SampleRow =>
    row.sequence % 20 === 0 ? { ...row, timingDoubtful: true, stallMs: 1e6 } : row;
  const cell = summaryOf({}, doubtful).cells[0]!;
  assert.ok(cell.phases.stall! < 1);
  assert.equal(cell.exchanges, summaryOf({}).cells[0]!.exchanges);
});

test('the bill and its total are of the same exchanges', () => {
  const plain = summaryOf({}).cells[0]!;
  const slowAndDoubtful = (row: SampleRow): SampleRow =>
    row.sequence % 20 === 0 ? { ...row, timingDoubtful: true, totalMs: row.totalMs * 50 } : row;
  const cell = summaryOf({}, slowAndDoubtful).cells[0]!;
  assert.ok(cell.totalMs!.mean > 2 * plain.totalMs!.mean);
  assert.ok(Math.abs(cell.accountedShare! - plain.accountedShare!) < 0.01);
  assert.ok(Math.abs(cell.phases.residual!) < 0.1 * plain.totalMs!.mean);
});

test('empty exchanges of doubtful timing are left out of the network item', () => {
  const isEmpty = (row: SampleRow) => row.cell === 'empty' && row.session === 0;
  const doubtful = (row: SampleRow): SampleRow =>
    isEmpty(row) && row.sequence % 2 === 0 ? { ...row, timingDoubtful: true, waitMs: 1e6 } : row;
  assert.ok(summaryOf({}, doubtful).cells[0]!.phases.network! < 1);
  const all = (row: SampleRow): SampleRow =>
    isEmpty(row) ? { ...row, timingDoubtful: true, waitMs: 1e6 } : row;
  assert.ok(summaryOf({}, all).cells[0]!.phases.network! < 1, 'a session without any lends none');
  const none = summaryOf({}, (row) => (row.cell === 'empty' ? { ...row, timingDoubtful: true } : row));
  assert.equal(none.cells[0]!.phases.network, undefined);
});

test('sizes that an engine does not tell come from the check of the cell', () => {
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    checks: session.checks.map((check) => ({ ...check, bytesEncoded: 11, bytesDecoded: 77 })),
  }));
  const cell = summaryOf({ sessions }, (row) => ({ ...row, bytesDecoded: 0 })).cells[0]!;
  assert.deepEqual(cell.bytes, {
    encoded: summaryOf({}).cells[0]!.bytes!.encoded,
    decoded: 77,
    headers: 420,
  });
});

test('items that do not add up are warned of with the worst cell', () => {
  const summary = summaryOf({}, (row) => (row.cell === FIRST ? { ...row, totalMs: row.totalMs * 2 } : row));
  const found = summary.warnings.find((each) => each.kind === 'items-do-not-add-up')!;
  assert.ok(found.what.includes(FIRST));
});

test('what the run warned of is kept, and not said twice', () => {
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    cpuPressureShare: 0.3,
    loadOutsideShare: 0.4,
  }));
  const own = { kind: 'cpu-pressure', what: 'as seen by the run', advice: '', session: 0 } as const;
  const found = summaryOf({ sessions, warnings: [own] }).warnings.filter(({ kind }) => kind === own.kind);
  assert.deepEqual(found, [own]);
  const [again] = summaryOf({ sessions }).warnings.filter(({ kind }) => kind === own.kind);
  const same = summaryOf({ sessions, warnings: [again!] }).warnings.filter(({ kind }) => kind === own.kind);
  assert.deepEqual(same, [again]);
});

test('a warning of the run does not hide those of other sessions and cells', () => {
  const sessions = record.run.sessions.map((session) => ({
    ...session,
    cpuPressureShare: 0.3,
    loadOutsideShare: 0.4,
  }));
  const other = { kind: 'cpu-pressure', what: 'as seen by the run', advice: '', session: 4 } as const;
  const cell = { kind: 'cell-failed', what: 'another cell', advice: '', session: null } as const;
  const failing = (row: SampleRow): SampleRow =>
    row.cell === FIRST ? { ...row, outcome: 'failed', reason: 'reset' } : row;
  const found = kinds(summaryOf({ sessions, warnings: [other, cell] }, failing));
  for (const kind of ['cpu-pressure', 'cell-failed'] as const) {
    assert.equal(found.filter((each) => each === kind).length, 2, kind);
  }
});

test('a cell measured in one session of several has a median, no bounds and no comparison', () => {
  const fast = (row: SampleRow) => (row.cell === FIRST ? { ...row, totalMs: row.totalMs / 100 } : row);
  const once = makeSampleTable(rows.filter((row) => row.cell !== FIRST || row.session === 2).map(fast));
  const summary = summarise(record.run, once, record.probes);
  const { totalMs, sessions } = summary.cells[0]!;
  assert.equal(sessions, 1);
  assert.ok(totalMs!.median > 0);
  assert.deepEqual(totalMs!.interval, [0, Number.MAX_VALUE]);
  assert.deepEqual(totalMs!.meanInterval, [0, Number.MAX_VALUE]);
  assert.ok(summary.comparisons.every(({ a, b }) => a !== FIRST && b !== FIRST));
  const ranking = summary.comparisons.filter((each) => !each.asked);
  assert.equal(ranking.length, 5 + 5 + 4, 'the others of its group are ranked without it');
  const found = summary.warnings.filter((each) => each.kind === 'few-sessions');
  assert.equal(found.length, 1);
  assert.match(found[0]!.what, /^1 cell measured in 1 of 6 sessions only/);
  assert.ok(found[0]!.what.includes(FIRST));
});
