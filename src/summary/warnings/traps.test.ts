// Answers without a length, and those that a proxy holds back, as a record shows them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { raise } from '../../base/warnings/warning.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

const { run, rows, probes } = syntheticRecord({ seed: 7, blocks: 10 });
const samples = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at));

test('answers without a length are told of once a target, with their coding', () => {
  const sessions = run.sessions.map((session) => ({
    ...session,
    checks: session.checks.map((check) =>
      check.cell.includes('gzip')
        ? { ...check, contentEncoding: 'gzip', withoutLength: true as const }
        : check,
    ),
  }));
  const toldOf = (of: typeof run.sessions) =>
    summarise({ ...run, sessions: of }, rows, probes).warnings.filter(({ kind }) => kind === 'no-length');
  const [warning, ...more] = toldOf(sessions);
  assert.deepEqual(more, []);
  assert.match(
    warning!.what,
    /^answers of node come without a Content-Length, compressed by gzip \(\d+ cells?: /,
  );
  assert.match(warning!.advice, /write the answer in one piece with its Content-Length/);
  assert.deepEqual(toldOf(run.sessions), []);
});

test('what is wrong with the server stands before what the run says of itself', () => {
  const sessions = run.sessions.map((session) => ({
    ...session,
    checks: session.checks.map((check) => ({ ...check, withoutLength: true as const })),
  }));
  const ofRun = Array.from({ length: 7 }, (_, session) =>
    raise('link-disturbed', 'a block is void', { session }),
  );
  const { warnings } = summarise({ ...run, sessions, warnings: ofRun }, rows, probes);
  assert.deepEqual(
    warnings.slice(0, 8).map(({ kind, session }) => [kind, session]),
    [['no-length', null], ...ofRun.map(({ kind, session }) => [kind, session])],
  );
});

interface Beside {
  readonly proxied?: Partial<SampleRow>;
  readonly compression?: string;
  readonly isUrl?: boolean;
  /** Of what is proxied, as its check saw it. */
  readonly coding?: string;
}

/** One cell twice: as `direct` sends it, and as `proxied` does. */
function beside(
  waitMs: number,
  transferMs: number,
  { proxied = {}, compression, isUrl = false, coding = '' }: Beside = {},
) {
  const [cell] = run.plan.cells.filter(({ twinOf }) => twinOf === null);
  const ofTarget = (target: string) => ({ ...cell!, id: target, factors: { ...cell!.factors, target } });
  const cells = [ofTarget('direct'), ofTarget('proxied')];
  if (compression !== undefined)
    cells[1] = {
      ...cells[1]!,
      factors: { ...cells[1]!.factors, compression: { coding: compression, level: 6 } },
    };
  const own = samples.filter((row) => row.cell === cell!.id);
  const both = own.flatMap((row) => [
    { ...row, cell: 'direct', waitMs: 3, transferMs: 120 },
    { ...row, cell: 'proxied', waitMs, transferMs, ...proxied },
  ]);
  const payloads = (isUrl ? [{ url: { target: 'proxied' } }] : []) as unknown as typeof run.study.payloads;
  const [check] = run.sessions[0]!.checks;
  const checks = ['direct', 'proxied'].map((target) => ({
    ...check!,
    cell: target,
    contentEncoding: target === 'proxied' ? coding : '',
  }));
  const sessions = run.sessions.map((session) => ({ ...session, checks }));
  const planned = { ...run, sessions, study: { ...run.study, payloads }, plan: { ...run.plan, cells } };
  const { warnings } = summarise(planned, makeSampleTable(both), probes);
  return warnings.filter(({ kind }) => kind === 'held-back');
}

const told = (...given: Parameters<typeof beside>) => beside(...given).map(({ what }) => what);

test('a proxy that collects what the server beside it sends as it comes is told of', () => {
  assert.deepEqual(told(121, 1), [
    'proxied has its first byte after 121 ms and all of the rest within 1 ms, where direct has its first byte after 3 ms and the rest as it comes, in 120 ms',
  ]);
  assert.deepEqual(told(4, 119), [], 'passed on as it comes');
  assert.deepEqual(told(60, 1), [], 'no later than by less than half of it');
  assert.deepEqual(told(121, 20), [], 'in pieces');
});

test('work that a server tells, and another answer beside it, are no holding back', () => {
  for (const column of ['serverComputeMs', 'encodeMs', 'compressMs'] as const)
    assert.deepEqual(told(121, 1, { proxied: { [column]: 118 } }), [], column);
  assert.deepEqual(told(121, 1, { compression: 'gzip' }), [], 'compressed in another way');
});

test('two URLs that do not answer the same are not held against each other', () => {
  const cell = run.plan.cells.find(({ twinOf }) => twinOf === null)!;
  const { bytesDecoded } = samples.find((row) => row.cell === cell.id)!;
  const more = { proxied: { bytesDecoded: 2 * bytesDecoded } };
  assert.deepEqual(told(121, 1, { isUrl: true, ...more }), []);
  assert.equal(told(121, 1, more).length, 1, 'of targets both are the same data');
  assert.equal(told(121, 1, { isUrl: true, proxied: { bytesDecoded: 1.05 * bytesDecoded } }).length, 1);
  const inGzip = told(121, 1, { isUrl: true, coding: 'gzip' });
  assert.equal(inGzip.length, 1, 'a proxy that compresses is what holds back most often');
});

test('of a URL, which need not say what it worked, it is a doubt', () => {
  const [[ofTarget], [ofUrl]] = [beside(121, 1), beside(121, 1, { isUrl: true })];
  assert.match(ofTarget!.advice, /^a proxy collects the answer.*proxy_buffering off/);
  assert.match(
    ofUrl!.advice,
    /^a proxy may be collecting.*or the server makes all of it.*proxy_buffering off/,
  );
});
