// Whether head fails more often than base, in records and in simulated runs whose truth is known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import { summarise } from '../summarise.ts';
import { type FailedExchanges, findingOf, sayFailedExchanges, type Visit } from './failed-exchanges.ts';
import { type GateRecord, judgeGate, whyNotPassed } from './judged-rules.ts';

const KEPT: GateRule = {
  says: 'total slower: 100%',
  item: 'total',
  limit: { kind: 'grows', share: 1 },
  level: 'fail',
  where: {},
  line: null,
};

interface Asked {
  readonly sessions?: number;
  readonly blocks?: number;
  readonly rule?: GateRule;
  /** Of all pairs, not the first alone. */
  readonly isWhole?: boolean;
  /** What fails are exchanges that were to settle, and not those that count. */
  readonly settles?: boolean;
  /** All pairs but the first are of a warning. */
  readonly warns?: boolean;
}

/** Two servers that are the same; `fails`: the reason why the nth exchange of a side did, or null. */
function judged(
  fails: (target: string, nth: number, row: SampleRow) => string | null,
  { sessions = 10, blocks = 12, rule = KEPT, isWhole = false, settles = false, warns = false }: Asked = {},
) {
  const made = syntheticRecord({ kind: 'targets', seed: 3, sessions, blocks, visits: 'now' });
  const { run, probes } = made;
  const targets = new Map(run.plan.cells.map(({ id, factors }) => [id, factors.target]));
  const seen = new Map<string, number>();
  const samples = makeSampleTable(
    Array.from({ length: made.rows.length }, (_, at) => {
      const row = rowAt(made.rows, at);
      if (row.warmup || (row.settling === true) !== settles) return row;
      const nth = (seen.get(row.cell) ?? 0) + 1;
      seen.set(row.cell, nth);
      const reason = fails(targets.get(row.cell) ?? '', nth, row);
      return reason === null ? row : { ...row, outcome: 'failed' as const, reason };
    }),
  );
  const record: GateRecord = { run, samples, probes, summary: summarise(run, samples, probes) };
  const of = (target: string) =>
    run.plan.cells.filter(({ factors, twinOf }) => twinOf === null && factors.target === target);
  const heads = of('copy');
  const pairs = of('base').map(({ id }, at) => ({ base: id, head: heads[at]!.id }));
  const warning = { rule: { ...rule, level: 'warn' as const }, pairs };
  return judgeGate(record, [
    { rule, pairs: isWhole ? pairs : pairs.slice(0, 1) },
    ...(warns ? [warning] : []),
  ]);
}

const every =
  (count: number, side: string, reason = 'the target answered 503') =>
  (target: string, nth: number) =>
    target === side && nth % count === 0 ? reason : null;

const findings = ({ failures }: { readonly failures: readonly FailedExchanges[] }) =>
  failures.map(({ finding }) => finding);

test('a head that answers every 25th request with an error keeps no rule, whatever it answers otherwise', () => {
  const gate = judged(every(25, 'copy'));
  assert.deepEqual(findings(gate), ['more']);
  assert.equal(gate.verdict, 'undecided');
  const [{ checks }] = gate.rules as [(typeof gate.rules)[0]];
  assert.match(
    checks[0]!.because,
    /^\d+ of 360 exchanges failed: the target answered 503; of .+ none of 360$/,
  );
  // No more of it is needed.
  assert.equal(checks[0]!.moreTimeHelps, false);
  const bytes: GateRule = { ...KEPT, item: 'size' };
  assert.equal(judged(every(25, 'copy'), { rule: bytes }).verdict, 'undecided');
});

test('an exchange that was to settle and failed counts as any: those after it in its visit never came', () => {
  assert.deepEqual(findings(judged(every(5, 'copy', 'too late'), { settles: true })), ['more']);
  assert.deepEqual(findings(judged(every(5, 'base', 'too late'), { settles: true })), ['chance']);
});

test('one that fails as often as base, seldom, or not at all keeps its rules, and is told', () => {
  const both = judged((_, nth) => (nth % 25 === 0 ? 'no answer within 1 s' : null));
  assert.deepEqual([both.verdict, ...findings(both)], ['kept', 'chance']);
  const seldom = judged((target, nth) =>
    target === 'copy' && nth % 120 === 7 ? 'the connection broke' : null,
  );
  assert.deepEqual([seldom.verdict, ...findings(seldom)], ['kept', 'chance']);
  assert.equal(seldom.failures[0]!.ofHead.failed, 3);
  const better = judged(every(25, 'base'));
  assert.deepEqual([better.verdict, ...findings(better)], ['kept', 'chance']);
  assert.deepEqual(judged(() => null).failures, []);
});

test('a session in which a server came up badly breaks nothing, and keeps nothing either', () => {
  const gate = judged((target, _, { session, sequence }) =>
    target === 'copy' && session === 2 && sequence % 3 > 0 ? 'the target answered 500' : null,
  );
  assert.deepEqual([gate.verdict, ...findings(gate)], ['undecided', 'once']);
  assert.equal(gate.rules[0]!.checks[0]!.moreTimeHelps, true);
});

test('of one session its quarters stand for sessions', () => {
  assert.deepEqual(findings(judged(every(3, 'copy'), { sessions: 1 })), ['more']);
});

test('a few failures in each of many cells are many', () => {
  // Too few of each cell: the cells of a panel fail in turn.
  const inTurn = (target: string, nth: number, { cell }: SampleRow) =>
    target === 'copy' && (nth + (cell.includes('protobuf') ? 4 : 0)) % 8 === 0
      ? 'the target answered 503'
      : null;
  const gate = judged(inTurn, { sessions: 4, blocks: 4, isWhole: true });
  const [all, ...cells] = gate.failures;
  assert.deepEqual([all!.head, all!.isOfAll, all!.finding], ['all cells', true, 'more']);
  assert.equal(
    all!.ofHead.failed,
    cells.reduce((sum, { ofHead }) => sum + ofHead.failed, 0),
  );
  assert.deepEqual([cells.length, new Set(cells.map(({ finding }) => finding))], [4, new Set(['chance'])]);
  assert.equal(gate.verdict, 'undecided');
  for (const { because } of gate.rules[0]!.checks) assert.match(because, /^all cells: \d+ of \d+ exchanges/);
});

test('exchanges of cells that warnings alone are about fail no gate, however many do, and are told', () => {
  const sound = judged(() => null, { warns: true });
  const [first] = sound.rules[0]!.checks;
  const gate = judged(
    (target, nth, row) =>
      target === 'copy' && row.cell !== first!.head && nth % 5 === 0 ? 'the target answered 503' : null,
    { warns: true },
  );
  assert.equal(gate.verdict, 'kept');
  assert.equal(whyNotPassed(gate), null);
  const [all, ...cells] = gate.failures;
  assert.deepEqual([all!.head, all!.isOfAll, all!.finding], ['all cells of warnings', true, 'more']);
  assert.deepEqual([cells.length, new Set(cells.map(({ finding }) => finding))], [3, new Set(['more'])]);
  assert.ok(gate.failures.every(({ isOfWarning }) => isOfWarning === true));
  // The warning itself is no longer kept, but for the cell that answers as base does.
  assert.deepEqual(
    gate.rules.map(({ verdict, checks }) => [verdict, checks.map((check) => check.verdict)]),
    [
      ['kept', ['kept']],
      ['undecided', ['kept', 'undecided', 'undecided', 'undecided']],
    ],
  );
  // A rule that may fail asks for all of them.
  assert.equal(judged(every(5, 'copy'), { warns: true, isWhole: true }).verdict, 'undecided');
});

test('what failed is said of both sides', () => {
  const failed = {
    base: 'json base',
    head: 'json head',
    ofBase: { failed: 1, exchanges: 4_000, reason: 'no answer' },
    ofHead: { failed: 0, exchanges: 4_000, reason: '' },
    finding: 'chance',
  } as const;
  assert.equal(
    sayFailedExchanges(failed).replaceAll('\u202f', ' '),
    'none of 4 000 exchanges failed; of json base 1 of 4 000: no answer',
  );
});

const [SESSIONS, BLOCKS, EXCHANGES] = [8, 12, 3];
/** As the first look of a gate with one pair has it. */
const LEVEL = 0.0125;

/** `share`: of exchanges that fail in that block. */
function visits(share: (session: number, block: number) => number, random: Random): Visit[] {
  return Array.from({ length: SESSIONS * BLOCKS }, (_, at) => {
    const [session, block] = [Math.floor(at / BLOCKS), at % BLOCKS];
    const failed = Array.from({ length: EXCHANGES }, () => random() < share(session, block));
    return { session, startMs: block, failed };
  });
}

/** Of so many runs in which `head` and `base` fail so often. */
function runsOf(made: (random: Random) => readonly [Visit[], Visit[]], runs = 2_000): number {
  let more = 0;
  for (let seed = 1; seed <= runs; seed++)
    if (findingOf(...made(seededRandom(seed)), LEVEL) === 'more') more++;
  return more;
}

test('of 2 000 runs of two that fail alike often head is said to fail more in 1 % at most', () => {
  for (const share of [0.001, 0.02, 0.2]) {
    const more = runsOf((random) => [visits(() => share, random), visits(() => share, random)]);
    assert.ok(more <= 20, `${more} of 2 000 at ${share}`);
  }
});

test('nor where the machine is disturbed for a while, in which half of everything fails', () => {
  const more = runsOf((random) => {
    const starts = Array.from({ length: SESSIONS }, () => Math.floor(random() * BLOCKS * 2));
    const share = (session: number, block: number) =>
      block >= starts[session]! && block < starts[session]! + 3 ? 0.5 : 0;
    return [visits(share, random), visits(share, random)];
  });
  assert.ok(more <= 20, `${more} of 2 000`);
});

test('a head that fails one exchange in 15 is found out beside a base that does not, most often one in 25', () => {
  for (const [share, least] of [
    [1 / 25, 0.6],
    [1 / 15, 0.95],
  ] as const) {
    const more = runsOf((random) => [visits(() => share, random), visits(() => 0, random)], 300);
    assert.ok(more >= least * 300, `${more} of 300 at ${share}`);
  }
});

test('longer visits of head are no reason why more of them have failed', () => {
  const more = runsOf((random) => [
    visits(() => 0.02, random).map((visit) => ({
      ...visit,
      failed: [...visit.failed, ...Array.from({ length: 27 }, () => random() < 0.02)],
    })),
    visits(() => 0.02, random),
  ]);
  assert.ok(more <= 20, `${more} of 2 000`);
});
