// Rules held to the known truths of synthetic records: two targets that are the same, one that is slower.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SyntheticOptions, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import { summarise } from '../summarise.ts';
import {
  type GateRecord,
  judgeGate,
  outcomeOf,
  type PlannedRule,
  type RuleCheck,
  ranOutOfTime,
} from './judged-rules.ts';

function record(
  options: SyntheticOptions,
  moreBytes: (target: string, sequence: number) => number = () => 0,
): GateRecord {
  const { run, rows, probes } = syntheticRecord({ kind: 'targets', sessions: 6, blocks: 12, ...options });
  const targets = new Map(run.plan.cells.map(({ id, factors }) => [id, factors.target]));
  const samples = makeSampleTable(
    Array.from({ length: rows.length }, (_, at) => {
      const row = rowAt(rows, at);
      const more = moreBytes(targets.get(row.cell) ?? '', row.sequence);
      return { ...row, bytesEncoded: row.bytesEncoded + more };
    }),
  );
  return { run, samples, probes, summary: summarise(run, samples, probes) };
}

function planned({ run }: GateRecord, head: string, n: number, rule: Partial<GateRule>): PlannedRule {
  const of = (target: string) =>
    run.plan.cells.filter(
      ({ factors, twinOf }) => twinOf === null && factors.n === n && factors.target === target,
    );
  const pairs = of('base').map((base, i) => ({ base: base.id, head: of(head)[i]!.id }));
  assert.equal(pairs.length, 2);
  const usual = {
    says: 'r',
    item: 'total',
    limit: { kind: 'grows', share: 0.05 },
    level: 'fail',
    where: {},
    line: null,
  } as const;
  return { rule: { ...usual, ...rule }, pairs };
}

const verdicts = (of: GateRecord, ...rules: readonly PlannedRule[]) =>
  judgeGate(of, rules).rules.map(({ verdict }) => verdict);

test('two that are the same never break a rule of one per cent, in 60 runs', () => {
  let broken = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const made = record({ seed, sessions: 4, blocks: 6 });
    const rule = planned(made, 'copy', 1000, { limit: { kind: 'grows', share: 0.01 } });
    if (judgeGate(made, [rule]).verdict === 'broken') broken++;
  }
  assert.ok(broken <= 1, `${broken} false alarms`);
});

test('what else is measured of either server makes no interval of head over base another', () => {
  const all = record({ seed: 11, sessions: 4, startSd: 0.05 });
  // The study of a gate compares nothing.
  const run = { ...all.run, study: { ...all.run.study, comparisons: [] } };
  const rule = planned(all, 'copy', 1000, {});
  const [pair] = rule.pairs as [(typeof rule.pairs)[0]];
  // Its twins are the pair once more.
  const isOfPair = (id: string | null) => id === pair.base || id === pair.head;
  const others = new Set(
    run.plan.cells.filter(({ id, twinOf }) => !isOfPair(id) && !isOfPair(twinOf)).map(({ id }) => id),
  );
  const alone = makeSampleTable(
    Array.from({ length: all.samples.length }, (_, at) => rowAt(all.samples, at)).filter(
      ({ cell }) => !others.has(cell),
    ),
  );
  const [beside, byItself] = [all.samples, alone].map((samples) => {
    const { probes } = all;
    const judged = judgeGate({ run, samples, probes, summary: summarise(run, samples, probes) }, [
      { ...rule, pairs: [pair] },
    ]);
    return judged.rules[0]!.checks[0]!.interval;
  });
  assert.ok(byItself);
  assert.deepEqual(beside, byItself);
});

test('a gate of one cell is judged by cells and twins together, where base and head both have one', () => {
  const made = record({ seed: 5 });
  const rule = planned(made, 'copy', 1000, {});
  const hasTwin = (id: string) => made.run.plan.cells.some(({ twinOf }) => twinOf === id);
  const [pair] = rule.pairs.filter(({ base, head }) => hasTwin(base) && hasTwin(head));
  // What only twins have shows in the ratio by its square root.
  const longer = made.run.plan.cells.find(({ twinOf }) => twinOf === pair!.head)!.id;
  const samples = makeSampleTable(
    Array.from({ length: made.samples.length }, (_, at) => {
      const row = rowAt(made.samples, at);
      return row.cell === longer ? { ...row, totalMs: row.totalMs * 1.21 } : row;
    }),
  );
  const figureOf = (gate: GateRecord, pairs: PlannedRule['pairs']) =>
    judgeGate(gate, [{ ...rule, pairs }]).rules[0]!.checks.find(({ head }) => head === pair!.head)!.figure!;
  const ratio = figureOf({ ...made, samples }, [pair!]) / figureOf(made, [pair!]);
  assert.ok(Math.abs(ratio - 1.1) < 0.01, String(ratio));
  // Beside a pair without twins each rests on its cells alone: pooled are pairs that scatter alike.
  assert.equal(figureOf({ ...made, samples }, rule.pairs), figureOf(made, rule.pairs));
});

test('a rule is broken where the near end is beyond its limit, kept where the far end is not', () => {
  const made = record({ seed: 4 });
  const at = (share: number) => planned(made, 'slow', 10, { limit: { kind: 'grows', share } });
  assert.deepEqual(verdicts(made, at(0.05)), ['broken']);
  assert.deepEqual(verdicts(made, at(1)), ['kept']);
  const [{ checks }] = judgeGate(made, [at(0.05)]).rules as [ReturnType<typeof judgeGate>['rules'][0]];
  for (const { figure, interval, because } of checks) {
    assert.ok(interval![0] > 1.05 && interval![0] < figure! && figure! < interval![1], `${interval}`);
    assert.equal(because, '');
  }
});

test('an item has its own figures: the network breaks its rule, decoding keeps it', () => {
  const made = record({ seed: 5 });
  const network = planned(made, 'slow', 10, { item: 'network', limit: { kind: 'grows', share: 0.2 } });
  const decode = planned(made, 'slow', 10, { item: 'decode', limit: { kind: 'grows', share: 0.3 } });
  assert.deepEqual(verdicts(made, network, decode), ['broken', 'kept']);
});

test('an absolute limit is held beside the head alone', () => {
  const made = record({ seed: 6 });
  const above = (value: number) => planned(made, 'slow', 1000, { limit: { kind: 'above', value } });
  assert.deepEqual(verdicts(made, above(1), above(1_000)), ['broken', 'kept']);
});

test('what the interval holds is undecided and says why, and pass lets it through', () => {
  const made = record({ seed: 7, sessions: 4, blocks: 5 });
  const truth = syntheticRecord({ kind: 'targets', sessions: 4, blocks: 5, seed: 7 }).truthMs;
  const rule = planned(made, 'slow', 10, {});
  const [pair] = rule.pairs as [(typeof rule.pairs)[0]];
  const share = truth.get(pair.head)! / truth.get(pair.base)! - 1;
  const onTheLine = {
    ...rule,
    pairs: [pair],
    rule: { ...rule.rule, limit: { kind: 'grows', share } as const },
  };
  const judged = judgeGate(made, [onTheLine]);
  assert.equal(judged.verdict, 'undecided');
  const [check] = judged.rules[0]!.checks;
  assert.deepEqual([check!.because, check!.holdsLimit], ['the interval holds the limit', true]);
  assert.deepEqual(
    (['fail', 'pass'] as const).map((undecided) => outcomeOf(judged, { undecided })),
    ['undecided', 'kept'],
  );
  const failed = { failed: 9, exchanges: 40, reason: 'too late' };
  for (const [finding, outcome] of [
    ['once', 'undecided'],
    ['chance', 'kept'],
  ] as const) {
    const failures = [{ ...pair, ofBase: { ...failed, failed: 0 }, ofHead: failed, finding }];
    assert.equal(outcomeOf({ ...judged, failures }, { undecided: 'pass' }), outcome, finding);
  }
});

test('fewer than four sessions decide no time, but bytes', () => {
  const made = record({ seed: 8, sessions: 2 }, (target) => (target === 'copy' ? 1 : 0));
  const total = planned(made, 'slow', 10, { limit: { kind: 'grows', share: 0.01 } });
  const bytes = planned(made, 'copy', 10, { item: 'size', limit: { kind: 'grows', share: 0 } });
  const same = planned(made, 'slow', 10, { item: 'size', limit: { kind: 'grows', share: 0 } });
  const small = planned(made, 'copy', 1000, { item: 'size', limit: { kind: 'above', value: 1000 } });
  assert.deepEqual(verdicts(made, total, bytes, same, small), ['undecided', 'broken', 'kept', 'broken']);
  const [check] = judgeGate(made, [total]).rules[0]!.checks;
  assert.deepEqual([check!.because, check!.holdsLimit], ['fewer than four sessions', false]);
  const [{ base, head }] = judgeGate(made, [bytes]).rules[0]!.checks.map((one) => one.bytes!) as [
    NonNullable<RuleCheck['bytes']>,
  ];
  assert.deepEqual([base!.least, base!.most, head.mean], [base!.mean, base!.mean, base!.mean + 1]);
});

test('bytes that vary from answer to answer decide nothing within what they vary by', () => {
  const varying = (moreOfHead: number) =>
    record(
      { seed: 8, sessions: 2 },
      (target, sequence) => (sequence % 5) + (target === 'copy' ? moreOfHead : 0),
    );
  const check = (made: GateRecord, limit: GateRule['limit']) =>
    judgeGate(made, [planned(made, 'copy', 10, { item: 'size', limit })]).rules[0]!.checks[0]!;
  const grows = (share: number) => ({ kind: 'grows', share }) as const;
  const same = check(varying(0), grows(0));
  assert.deepEqual([same.verdict, same.moreTimeHelps, same.holdsLimit], ['undecided', false, true]);
  assert.match(same.because, /within what the answers vary by/);
  assert.ok(same.interval![0] < 1 && same.interval![1] > 1, `${same.interval}`);
  const { least, most } = same.bytes!.head;
  assert.equal(most - least, 4);
  assert.equal(check(varying(0), grows(0.1)).verdict, 'kept');
  assert.equal(check(varying(2_000), grows(0.1)).verdict, 'broken');
  const above = (value: number) => check(varying(0), { kind: 'above', value }).verdict;
  assert.deepEqual([above(least - 1), above(least + 1), above(most)], ['broken', 'undecided', 'kept']);
});

test('a rule of which a cell was not measured is let through by no gate, but where it only warns', () => {
  const made = record({ seed: 7 });
  const rule = planned(made, 'copy', 10, {});
  const [{ head }] = rule.pairs as [(typeof rule.pairs)[0]];
  const rows = Array.from({ length: made.samples.length }, (_, at) => rowAt(made.samples, at));
  const samples = makeSampleTable(rows.filter(({ cell }) => cell !== head));
  const outcome = (level: GateRule['level']) => {
    const judged = judgeGate({ ...made, samples }, [{ ...rule, rule: { ...rule.rule, level } }]);
    return outcomeOf(judged, { undecided: 'pass' });
  };
  assert.deepEqual([outcome('fail'), outcome('warn')], ['undecided', 'kept']);
});

test('a warning is told and breaks nothing', () => {
  const made = record({ seed: 4 });
  const judged = judgeGate(made, [planned(made, 'slow', 10, { level: 'warn' })]);
  assert.deepEqual([judged.verdict, judged.rules[0]!.verdict], ['kept', 'broken']);
});

test('a cell that was not measured is undecided, with the reason', () => {
  const made = record({ seed: 9 });
  const rule = planned(made, 'copy', 10, {});
  const [{ head }] = rule.pairs as [(typeof rule.pairs)[0]];
  const cells = made.run.plan.cells.map((cell) =>
    cell.id === head ? { ...cell, skip: 'needs the link' } : cell,
  );
  const rows = Array.from({ length: made.samples.length }, (_, at) => rowAt(made.samples, at));
  const samples = makeSampleTable(rows.filter(({ cell }) => cell !== head));
  const run = { ...made.run, plan: { ...made.run.plan, cells } };
  const judged = judgeGate({ ...made, run, samples }, [rule]);
  const found = judged.rules[0]!.checks.find((check) => check.head === head)!;
  assert.deepEqual([found.verdict, found.figure, found.because], ['undecided', null, 'needs the link']);
});

test('a warning of which no cell was measured is told as that, and other rules are judged', () => {
  const made = record({ seed: 8 });
  const rule = planned(made, 'copy', 10, { level: 'warn' });
  const [pair] = rule.pairs as [(typeof rule.pairs)[0]];
  const cells = made.run.plan.cells.map((cell) =>
    cell.id === pair.head ? { ...cell, skip: 'needs the browser webkit' } : cell,
  );
  const samples = makeSampleTable(
    Array.from({ length: made.samples.length }, (_, at) => rowAt(made.samples, at)).filter(
      ({ cell }) => cell !== pair.head,
    ),
  );
  const run = { ...made.run, plan: { ...made.run.plan, cells } };
  const without = { ...made, run, samples, summary: summarise(run, samples, made.probes) };
  const bytes = { ...rule, pairs: [pair], rule: { ...rule.rule, item: 'size' as const } };
  const known = { rule: rule.rule, pairs: [], unmeasured: 'needs the link' };
  const judged = judgeGate(without, [{ ...rule, pairs: [pair] }, bytes, known, rule]);
  assert.deepEqual(judged.rules.map(({ verdict, unmeasured }) => [verdict, unmeasured]).slice(0, 3), [
    ['not measured', 'needs the browser webkit'],
    ['not measured', 'needs the browser webkit'],
    ['not measured', 'needs the link'],
  ]);
  // Of one that has a cell left, the other is told beside it.
  assert.notEqual(judged.rules[3]!.verdict, 'not measured');
  assert.equal(judged.verdict, 'kept');
  const mayFail = { ...rule, pairs: [pair], rule: { ...rule.rule, level: 'fail' as const } };
  assert.deepEqual(verdicts(without, mayFail), ['undecided']);
});

test('a run whose machine was too slow for its time is undecided, and no other that ended early is', () => {
  const made = record({ seed: 5 });
  const [session] = made.run.sessions;
  const ended = (sessions: GateRecord['run']['sessions']) =>
    ({ ...made.run, status: 'failed', sessions }) as const;
  assert.ok(ranOutOfTime(ended([])));
  assert.ok(ranOutOfTime(ended([{ ...session!, status: 'interrupted', cut: true }])));
  assert.ok(!ranOutOfTime(ended([{ ...session!, status: 'failed' }])));
  assert.ok(!ranOutOfTime(made.run));
  const run = ended([]);
  const empty = {
    ...made,
    run,
    samples: makeSampleTable([]),
    probes: [],
    summary: summarise(run, makeSampleTable([]), []),
  };
  const { verdict, rules } = judgeGate(empty, [planned(made, 'copy', 10, {})]);
  assert.equal(verdict, 'undecided');
  const [check] = rules[0]!.checks;
  assert.deepEqual([check!.because, check!.moreTimeHelps], ['the time was up before it was measured', true]);
});

/** Against a record: of the same size, of which one server is head. */
function apart(slower: number, change: (run: GateRecord['run']) => GateRecord['run'] = (run) => run) {
  const base = record({ seed: 21 });
  const other = record({ seed: 22 });
  const samples = makeSampleTable(
    Array.from({ length: other.samples.length }, (_, at) => {
      const row = rowAt(other.samples, at);
      return { ...row, totalMs: row.totalMs * slower };
    }),
  );
  const run = change(other.run);
  const head = { ...other, run, samples, summary: summarise(run, samples, other.probes) };
  const rule = planned(head, 'copy', 1000, { limit: { kind: 'grows', share: 0.5 } });
  return judgeGate(head, [rule], base).rules[0]!;
}

test('against a record of its own only what two runs do not differ by breaks a rule', () => {
  assert.equal(apart(3).verdict, 'broken');
  const same = apart(1);
  assert.notEqual(same.verdict, 'broken');
  // What two runs differ by is in it: 12 % on either side, and more of several intervals together.
  for (const { interval } of same.checks) assert.ok(interval![1] / interval![0] > 1.5, `${interval}`);
});

test('against a record of another day, or of fewer than four sessions, nothing is decided of times', () => {
  const later = apart(3, (run) => ({ ...run, startedAt: '2026-01-09T00:00:00.000Z' }));
  assert.equal(later.verdict, 'undecided');
  assert.match(later.checks[0]!.because, /more than a day before or after: measure base beside head$/);
  assert.equal(later.checks[0]!.moreTimeHelps, false);
  const few = apart(3, (run) => ({ ...run, sessions: run.sessions.slice(0, 2) }));
  assert.equal(few.checks[0]!.because, 'fewer than four sessions');
});

test('against a record of another machine it is told so, and not that nothing was measured', () => {
  const elsewhere = apart(3, (run) => ({ ...run, host: { ...run.host, cores: run.host.cores + 1 } }));
  assert.equal(elsewhere.verdict, 'undecided');
  assert.match(elsewhere.checks[0]!.because, /^base was measured on another machine/);
  assert.equal(elsewhere.checks[0]!.moreTimeHelps, false);
  const updated = apart(3, (run) => ({
    ...run,
    host: { ...run.host, memoryBytes: Math.round(run.host.memoryBytes / 1e6) * 1e6 + 1e5 },
  }));
  assert.equal(updated.verdict, 'broken');
});

test('packets of head are not held against the model of a network that base was measured over', () => {
  const { verdict, checks } = apart(3, (run) => {
    const others = { engine: 'modelled', why: '', calibration: null, checks: [] } as const;
    const networks = run.study.networks.map((profile) => ({ profile, ...others }));
    return { ...run, link: { version: '0.1.0', rootless: true, networks, tcp: null, setUpMs: 0 } };
  });
  assert.equal(verdict, 'undecided');
  assert.match(checks[0]!.because, /^the network of one of the two was modelled, .*: measure base beside/);
  assert.deepEqual([checks[0]!.figure, checks[0]!.moreTimeHelps], [null, false]);
});

test('no bytes beside no bytes are as many, and some beside none are more', () => {
  const made = record({ seed: 8, sessions: 2 });
  const headersOf = (bytes: { readonly base: number; readonly copy: number }) => {
    const of = new Map(made.run.plan.cells.map(({ id, factors }) => [id, factors.target]));
    const cells = made.summary.cells.map((cell) => ({
      ...cell,
      bytes: cell.bytes && { ...cell.bytes, headers: bytes[of.get(cell.id) as 'base' | 'copy'] ?? 0 },
    }));
    const own = { ...made, summary: { ...made.summary, cells } };
    const rule = planned(own, 'copy', 10, { item: 'headers', limit: { kind: 'grows', share: 0.01 } });
    const [{ verdict, checks }] = judgeGate(own, [rule]).rules as [ReturnType<typeof judgeGate>['rules'][0]];
    return [verdict, checks[0]!.figure];
  };
  assert.deepEqual(headersOf({ base: 0, copy: 0 }), ['kept', 1]);
  assert.equal(headersOf({ base: 0, copy: 5 })[0], 'broken');
});
